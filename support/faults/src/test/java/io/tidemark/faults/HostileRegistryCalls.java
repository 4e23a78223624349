package io.tidemark.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.schemas.Team;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a hostile producer of one team asks of the registry, at the rate that its user has there. Not thread-safe. */
final class HostileRegistryCalls {
    /** In place of a status: no answer in time. */
    static final int NOT_ANSWERED = 0;

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int LARGE = 300_000;
    private static final int MANY_TYPES = 200;
    private static final int DEEP = 40;
    private static final int SUBJECTS = 5;

    private final String url;
    private final Team team;
    private final SplittableRandom random;
    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Map<Integer, Long> answers = new TreeMap<>();

    HostileRegistryCalls(String url, Team team, SplittableRandom random) {
        this.url = url;
        this.team = team;
        this.random = random;
    }

    /** How often each status was answered. */
    Map<Integer, Long> answers() {
        return Map.copyOf(answers);
    }

    /** Asks once. */
    void next() {
        String subject = "/subjects/" + team.prefix() + "many-" + random.nextInt(SUBJECTS) + "-value";
        switch (random.nextInt(7)) {
            case 0 -> post(subject + "/versions", "{\"schema\": " + random.nextInt());
            case 1 -> post(subject + "/versions", schema("\"" + "x".repeat(LARGE) + "\""));
            case 2 -> post(subject + "/versions", schema(nested()));
            case 3 -> post(subject + "/versions", schema(record(1)));
            case 4 -> post("/compatibility" + subject + "/versions", schema(record(MANY_TYPES)));
            case 5 -> post("/subjects/tidemark.victim.requests-value/versions", schema(record(1)));
            default -> call("/schemas/ids/" + random.nextInt(Integer.MAX_VALUE), "GET", "");
        }
    }

    private String schema(String text) {
        return json.createObjectNode().put("schema", text).toString();
    }

    private static String nested() {
        return "{\"type\":\"array\",\"items\":".repeat(DEEP) + "\"int\"" + "}".repeat(DEEP);
    }

    /** A new version each time, with a union of so many types. */
    private String record(int types) {
        String union = IntStream.range(0, types)
                .mapToObj(i ->
                        "{\"type\":\"fixed\",\"name\":\"F" + i + "\",\"size\":" + (1 + random.nextInt(1_000)) + "}")
                .collect(Collectors.joining(",", "[\"null\",", "]"));
        return "{\"type\":\"record\",\"name\":\"Many\",\"fields\":[{\"name\":\"f" + random.nextInt(1_000_000)
                + "\",\"type\":" + union + ",\"default\":null}]}";
    }

    private void post(String path, String body) {
        call(path, "POST", body);
    }

    private void call(String path, String method, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .header("Authorization", RegistryLogins.header(team))
                .timeout(LIMIT)
                .build();
        answers.merge(status(request), 1L, Long::sum);
    }

    private int status(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (HttpTimeoutException e) {
            return NOT_ANSWERED;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
