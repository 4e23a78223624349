package io.tidemark.cluster.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.MultiMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request, taken apart.
 *
 * @param path the values of the placeholders in the route's path, decoded
 * @param body a missing node if there is none
 */
record Call(Map<String, String> path, MultiMap query, JsonNode body) {
    String subject() {
        String subject = path("subject");
        if (subject.isBlank() || subject.chars().anyMatch(Character::isISOControl)) {
            throw RegistryError.invalidSubject(subject);
        }
        return subject;
    }

    String version() {
        return path("version");
    }

    int id() {
        try {
            return Integer.parseInt(path("id"));
        } catch (NumberFormatException e) {
            throw RegistryError.noSuchPath("/schemas/ids/" + path("id"));
        }
    }

    boolean asks(String flag) {
        return Boolean.parseBoolean(query.get(flag));
    }

    @Nullable
    String option(String name) {
        return query.get(name);
    }

    Visibility visibility() {
        if (asks("deletedOnly")) {
            return Visibility.DELETED_ONLY;
        }
        return asks("deleted") ? Visibility.WITH_DELETED : Visibility.LIVE;
    }

    private String path(String name) {
        return path.getOrDefault(name, "");
    }
}
