<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:o="urn:example:orders:1" xmlns:n="urn:example:orders:2" exclude-result-prefixes="o">
  <xsl:template match="@* | node()">
    <xsl:copy>
      <xsl:apply-templates select="@* | node()"/>
    </xsl:copy>
  </xsl:template>
  <xsl:template match="o:order">
    <n:order id="{@number}">
      <n:buyer><xsl:value-of select="o:customer"/></n:buyer>
      <n:lines><xsl:apply-templates select="o:item"/></n:lines>
    </n:order>
  </xsl:template>
  <xsl:template match="o:item">
    <n:line pos="{@number}" name="{o:name}" amount="{o:quantity}" cents="{o:price}"/>
  </xsl:template>
</xsl:stylesheet>
