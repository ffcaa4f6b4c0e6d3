/** What an application brings of its own: its package has nothing to do with DHArch's. */
package com.example.handlers;
