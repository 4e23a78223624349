package io.tidemark.producer.record;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Detects answers of a cache in front of the server (exact or semantic) by their headers: {@code x-cache: HIT}, {@code
 * x-semantic-cache-hit: true} and the like.
 *
 * @param headers names, in lower case
 */
public record ResponseCacheDetector(Set<String> headers) {
    private static final Pattern HIT = Pattern.compile("(^|[^a-z])hit([^a-z]|$)|^(true|yes|1)$");

    public ResponseCacheDetector {
        headers = Set.copyOf(headers);
    }

    public static ResponseCacheDetector ofHeaders(List<String> headers) {
        return new ResponseCacheDetector(Set.copyOf(headers));
    }

    /** Whether one of the headers says that a cache gave the answer. */
    public boolean isCacheHit(Map<String, String> received) {
        return headers.stream().anyMatch(name -> isHit(received.getOrDefault(name, "")));
    }

    private static boolean isHit(String value) {
        return HIT.matcher(value.strip().toLowerCase(Locale.ROOT)).find();
    }
}
