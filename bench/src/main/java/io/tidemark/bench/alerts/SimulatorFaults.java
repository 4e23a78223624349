package io.tidemark.bench.alerts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Switches faults of a simulated server on and off. */
final class SimulatorFaults {
    private static final int OK_FAMILY = 2;

    private final URI url;
    private final HttpClient http = HttpClient.newHttpClient();

    /** @param server of `tidemark simulate` */
    SimulatorFaults(URI server) {
        this.url = server.resolve("/simulator/faults");
    }

    void switchOn(String fault) {
        send(HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.ofString(fault)));
    }

    void switchAllOff() {
        send(HttpRequest.newBuilder(url).DELETE());
    }

    private void send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != OK_FAMILY) {
                throw new IllegalStateException(url + " answered with " + answer.statusCode() + ": " + answer.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(url + " cannot be asked", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted as " + url + " was asked", e);
        }
    }
}
