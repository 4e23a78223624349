package io.tidemark.producer.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of a user's file of JSON lines, and the keys that it may have: one that is not known is an error, because it would be left out of what is sent.
 *
 * @param advice what to do about other keys, as a sentence
 */
public record RowFormat(List<String> keys, String advice) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** A user's own notes, which change no request. */
    private static final List<String> NOTES = List.of("id", "metadata", "source", "comment");

    public RowFormat {
        keys = List.copyOf(keys);
    }

    /**
     * The one value of a row.
     *
     * @param where file and line
     * @throws IllegalArgumentException if it is not JSON, has a key twice, or has something after it
     */
    public static JsonNode parse(String text, String where) {
        try {
            return JSON.readTree(text);
        } catch (MismatchedInputException e) {
            throw new IllegalArgumentException(where + " must hold one JSON object but goes on after it", e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(where + " is not JSON: " + JsonErrors.message(e), e);
        }
    }

    /**
     * Requires that a row has no other keys.
     *
     * @param where file and line
     * @throws IllegalArgumentException naming those that it has
     */
    public void require(JsonNode row, String where) {
        String others = row.properties().stream()
                .map(entry -> entry.getKey())
                .filter(key -> !keys.contains(key) && !NOTES.contains(key))
                .map(key -> '"' + key + '"')
                .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            throw new IllegalArgumentException(where + " must have none but the keys "
                    + Stream.concat(keys.stream(), NOTES.stream()).collect(Collectors.joining(", ")) + " but has "
                    + others + ". " + advice);
        }
    }
}
