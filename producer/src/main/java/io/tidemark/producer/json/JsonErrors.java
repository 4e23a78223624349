package io.tidemark.producer.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** What is wrong with a text that is not JSON, in words for people. */
public final class JsonErrors {
    private static final Pattern LOCATION = Pattern.compile("\\[Source: [^\\]]*; line: (\\d+), column: (\\d+)\\]");

    private JsonErrors() {}

    /** The parser's own words, with its places as line and column: the name of the source is not in them. */
    public static String message(JsonProcessingException error) {
        return LOCATION.matcher(error.getOriginalMessage()).replaceAll("line $1, column $2");
    }
}
