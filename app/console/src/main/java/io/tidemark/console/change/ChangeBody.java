package io.tidemark.console.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableSortedMap;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON object of a change. What breaks a rule is refused with the field, its value and the rule. */
final class ChangeBody {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REASON = "reason";
    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_TEXT = 500;
    private static final int MAX_ENTRIES = 20;
    private static final int SHOWN = 100;
    private static final Pattern ID = Pattern.compile("[a-z0-9]{8,32}");
    /** Also what ends a line, or turns the direction of what follows, in other scripts. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

    private final JsonNode fields;

    private ChangeBody(JsonNode fields) {
        this.fields = fields;
    }

    /** @param known fields that it may have beside the reason */
    static ChangeBody of(Context request, Set<String> known) {
        @Nullable String type = request.contentType();
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw new HttpResponseException(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE.getCode(),
                    "a change must have Content-Type application/json but had " + type,
                    Map.of());
        }
        if (request.bodyAsBytes().length > MAX_BYTES) {
            throw new HttpResponseException(
                    HttpStatus.CONTENT_TOO_LARGE.getCode(),
                    "the body of a change must have at most " + MAX_BYTES + " bytes but had "
                            + request.bodyAsBytes().length,
                    Map.of());
        }
        JsonNode read = read(request.body());
        Set<String> all = new TreeSet<>(known);
        all.add(REASON);
        read.fieldNames().forEachRemaining(field -> {
            if (!all.contains(field)) {
                throw new InvalidValueException(shortened(field), shown(read.get(field)), "must be one of " + all);
            }
        });
        return new ChangeBody(read);
    }

    private static JsonNode read(String body) {
        try {
            JsonNode read = JSON.readTree(body);
            if (read.isObject()) {
                return read;
            }
        } catch (JsonProcessingException e) {
            throw new BadRequestResponse("the body must be a JSON object");
        }
        throw new BadRequestResponse("the body must be a JSON object");
    }

    /** Why the change is made. */
    String reason() {
        return text(REASON);
    }

    /** An id that the caller chose, so that a repeated request can be distinguished from another. */
    String id() {
        String id = text("id");
        if (!ID.matcher(id).matches()) {
            throw new InvalidValueException("id", id, "must be as " + ID);
        }
        return id;
    }

    String text(String field) {
        return text(field, MAX_TEXT);
    }

    String text(String field, int max) {
        @Nullable JsonNode value = fields.get(field);
        if (value == null || !value.isTextual()) {
            throw new InvalidValueException(field, shown(value), "must be a text of 1 to " + max + " characters");
        }
        return checked(field, value.asText(), max);
    }

    Optional<String> textIfAny(String field) {
        return isGiven(field) ? Optional.of(text(field)) : Optional.empty();
    }

    boolean isGiven(String field) {
        @Nullable JsonNode value = fields.get(field);
        return value != null
                && !value.isNull()
                && !(value.isTextual() && value.asText().isBlank());
    }

    /** To the microsecond, as the store keeps it. */
    Instant instant(String field) {
        String text = text(field);
        try {
            return Instant.parse(text).truncatedTo(ChronoUnit.MICROS);
        } catch (DateTimeParseException e) {
            throw new InvalidValueException(field, shortened(text), "must be a time such as 2026-11-26T12:00:00Z");
        }
    }

    List<String> texts(String field, int max) {
        @Nullable JsonNode value = fields.get(field);
        if (value == null || !value.isArray() || value.isEmpty() || value.size() > max) {
            throw new InvalidValueException(field, shown(value), "must be a list of 1 to " + max + " texts");
        }
        List<String> texts = new ArrayList<>();
        value.forEach(one -> texts.add(checked(field, one.asText(), MAX_TEXT)));
        return texts;
    }

    ImmutableSortedMap<String, String> pairs(String field) {
        @Nullable JsonNode value = fields.get(field);
        if (value == null || !value.isObject() || value.size() > MAX_ENTRIES) {
            throw new InvalidValueException(
                    field, shown(value), "must be an object of at most " + MAX_ENTRIES + " texts by name");
        }
        Map<String, String> pairs = new TreeMap<>();
        value.properties()
                .forEach(entry -> pairs.put(
                        checked(field, entry.getKey(), MAX_TEXT),
                        checked(
                                field + "." + shortened(entry.getKey()),
                                entry.getValue().asText(),
                                MAX_TEXT)));
        return ImmutableSortedMap.copyOf(pairs);
    }

    private static String checked(String field, String text, int max) {
        String stripped = text.strip();
        if (stripped.isEmpty() || stripped.length() > max) {
            throw new InvalidValueException(field, shortened(stripped), "must have 1 to " + max + " characters");
        }
        if (CONTROL.matcher(stripped).find()) {
            throw new InvalidValueException(field, shortened(stripped), "must be one line without control characters");
        }
        return stripped;
    }

    private static String shown(@Nullable JsonNode value) {
        return value == null ? "" : shortened(value.isTextual() ? value.asText() : value.toString());
    }

    private static String shortened(String text) {
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}
