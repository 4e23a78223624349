package io.tidemark.web.access;

import io.javalin.security.RouteRole;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a caller may do; a route names the one that it needs. */
public enum Scope implements RouteRole {
    /** Send events in. */
    PUBLISH,
    /** Read pages, results and metrics. */
    READ,
    /** All of it, and change settings. */
    ADMIN;

    /** As files, options and claims spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException naming the words that there are */
    public static Scope of(String word) {
        return Arrays.stream(values())
                .filter(scope -> scope.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("scope must be one of "
                        + Arrays.stream(values()).map(Scope::word).collect(Collectors.joining(", ")) + " but was \""
                        + word + "\""));
    }
}
