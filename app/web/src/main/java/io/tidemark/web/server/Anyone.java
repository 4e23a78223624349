package io.tidemark.web.server;

import io.javalin.security.RouteRole;

/** What a route needs that even a stranger may ask. */
public enum Anyone implements RouteRole {
    ANYONE
}
