package io.tidemark.app.health;

import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;

/** Where the pages of a process are, and who may read them. */
public record MonitoringAccess(ListenAddress address, WebSecurity security) {}
