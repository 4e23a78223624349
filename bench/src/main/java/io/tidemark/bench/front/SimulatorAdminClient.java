package io.tidemark.bench.front;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** A simulator's own endpoints. */
final class SimulatorAdminClient {
    private static final JsonMapper JSON = new JsonMapper();
    private static final ConditionWait WAITING =
            new ConditionWait(NanoClock.SYSTEM, Duration.ofMillis(5), Duration.ofMinutes(2));

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;

    SimulatorAdminClient(URI server) {
        this.server = server;
    }

    /** The engine stands still, so that streams can gather. */
    void stall() throws IOException, InterruptedException {
        String answer = send(request("/simulator/faults").POST(HttpRequest.BodyPublishers.ofString("stall")));
        if (!answer.contains("\"on\":true")) {
            throw new IllegalStateException("the simulator does not stall: " + answer);
        }
    }

    /** Waits until so many streams are there. */
    void awaitStreams(int streams) throws InterruptedException {
        var unused = WAITING.until(() -> load() >= streams, () -> load() + " of " + streams + " streams");
    }

    /** The engine goes on. */
    void resume() throws IOException, InterruptedException {
        String answer = send(request("/simulator/faults").DELETE());
        if (!answer.equals("{\"faults\":[]}")) {
            throw new IllegalStateException("the simulator still stalls: " + answer);
        }
    }

    List<StepLateness.Writes> writes() throws IOException, InterruptedException {
        List<StepLateness.Writes> writes = new ArrayList<>();
        for (String line : send(request("/simulator/writes")).lines().toList()) {
            JsonNode one = JSON.readTree(line);
            writes.add(new StepLateness.Writes(longs(one.path("dueNanos")), longs(one.path("contentNanos"))));
        }
        return writes;
    }

    private int load() {
        try {
            return JSON.readTree(send(request("/load"))).path("server_load").asInt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for streams", e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString()).body();
    }

    private static List<Long> longs(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asLong)
                .toList();
    }
}
