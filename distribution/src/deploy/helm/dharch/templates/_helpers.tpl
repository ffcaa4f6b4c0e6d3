{{- define "dharch.fullname" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "dharch.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "dharch.labels" -}}
{{ include "dharch.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "dharch.broker" -}}
{{- if .Values.broker.enabled -}}
tcp://{{ include "dharch.fullname" . }}-broker:{{ .Values.broker.port }}
{{- else -}}
{{ required "broker.url is needed where broker.enabled is false" .Values.broker.url }}
{{- end -}}
{{- end -}}

{{- define "dharch.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "dharch.secret" -}}
{{ .Values.key.existingSecret | default (printf "%s-key" (include "dharch.fullname" .)) }}
{{- end -}}

{{/* What each pod has: its own writable folders, and the namespace key, which only its user may read. */}}
{{- define "dharch.pod" -}}
automountServiceAccountToken: false
# else a service of the name dharch would say DHARCH_PORT in each pod's environment
enableServiceLinks: false
terminationGracePeriodSeconds: 30
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
initContainers:
  - name: key
    image: {{ include "dharch.image" . | quote }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    command: [bash, -c, "umask 077 && mkdir -p /var/lib/dharch/home && cat /secret/key > /var/lib/dharch/home/key"]
    securityContext:
      {{- include "dharch.security" . | nindent 6 }}
    volumeMounts:
      - {name: secret, mountPath: /secret, readOnly: true}
      - {name: home, mountPath: /var/lib/dharch}
{{- end -}}

{{- define "dharch.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{- define "dharch.container" -}}
image: {{ include "dharch.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  {{- include "dharch.security" . | nindent 2 }}
{{- end -}}

{{- define "dharch.environment" -}}
- {name: DHARCH_OPTS, value: {{ .Values.javaOptions | quote }}}
{{- range $name, $value := .Values.settings }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- end -}}

{{- define "dharch.mounts" -}}
- {name: home, mountPath: /var/lib/dharch}
- {name: tmp, mountPath: /tmp}
{{- end -}}

{{- define "dharch.volumes" -}}
- name: home
  emptyDir: {}
- name: tmp
  emptyDir: {}
- name: secret
  secret:
    secretName: {{ include "dharch.secret" . }}
{{- end -}}
