package io.tidemark.bench.accuracy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a client wrote with {@code --save-result --save-detailed}.
 *
 * @param startSeconds when each request was sent, by the host's monotonic clock
 * @param ttftSeconds of the same requests
 * @param serials of the same requests: what their answers begin with
 * @param itlP99Millis as the client reports it
 */
record ClientResult(List<Double> startSeconds, List<Double> ttftSeconds, List<Integer> serials, double itlP99Millis) {
    private static final int SERIAL_DIGITS = 8;

    ClientResult {
        startSeconds = List.copyOf(startSeconds);
        ttftSeconds = List.copyOf(ttftSeconds);
        serials = List.copyOf(serials);
    }

    /** @throws IllegalStateException if a request failed or the file is not what vLLM writes */
    static ClientResult read(Path file, int requests) throws IOException {
        JsonNode json = new JsonMapper().readTree(file.toFile());
        if (json.path("completed").asInt() != requests
                || json.path("start_times").size() != requests
                || json.path("ttfts").size() != requests
                || json.path("generated_texts").size() != requests
                || !json.path("p99_itl_ms").isNumber()) {
            throw new IllegalStateException(
                    file + " must have completed, start_times, ttfts, generated_texts and p99_itl_ms of "
                            + requests + " requests but completed were " + json.path("completed") + ", errors "
                            + json.path("errors"));
        }
        List<Double> starts = new ArrayList<>();
        List<Double> ttfts = new ArrayList<>();
        List<Integer> serials = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            starts.add(json.path("start_times").path(i).asDouble());
            ttfts.add(json.path("ttfts").path(i).asDouble());
            serials.add(Integer.valueOf(
                    json.path("generated_texts").path(i).asText().substring(0, SERIAL_DIGITS)));
        }
        return new ClientResult(starts, ttfts, serials, json.path("p99_itl_ms").asDouble());
    }
}
