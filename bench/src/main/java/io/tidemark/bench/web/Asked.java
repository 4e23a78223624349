package io.tidemark.bench.web;

import io.tidemark.bench.harness.DurationSample;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.web.server.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * Questions at an even rate, and how long each waited for its answer from the moment that it was due.
 *
 * @param refused that did not get a 200
 */
record Asked(DurationSample times, int refused) {
    static final String READ = "/read";

    private static final int OK = 200;

    /** Asks once; whether the answer is a 200. */
    @FunctionalInterface
    private interface Question {
        boolean ask() throws IOException, InterruptedException;
    }

    int count() {
        return times.count();
    }

    /** As an orchestrator probes: without a token, each on a connection of its own. */
    static Asked probe(NanoClock clock, URI url, int perSecond, int requests) throws InterruptedException {
        return ask(clock, perSecond, requests, () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
                socket.getOutputStream()
                        .write(("GET " + WebServer.LIVE + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                        .startsWith("HTTP/1.1 200 ");
            }
        });
    }

    /** As a program that reads: with a token, on a connection that stays open. */
    static Asked caller(NanoClock clock, URI url, int perSecond, int requests) throws InterruptedException {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(url.resolve(READ))
                .header("Authorization", "Bearer reader")
                .build();
        return ask(
                clock,
                perSecond,
                requests,
                () -> http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == OK);
    }

    private static Asked ask(NanoClock clock, int perSecond, int requests, Question question)
            throws InterruptedException {
        long[] times = new long[requests];
        int refused = 0;
        long start = clock.nanos();
        for (int i = 0; i < requests; i++) {
            long due = start + i * 1_000_000_000L / perSecond;
            while (clock.nanos() < due) {
                LockSupport.parkNanos(due - clock.nanos());
            }
            refused += isAnswered(question) ? 0 : 1;
            times[i] = clock.nanos() - due;
        }
        return new Asked(DurationSample.of(times), refused);
    }

    private static boolean isAnswered(Question question) throws InterruptedException {
        try {
            return question.ask();
        } catch (IOException e) {
            return false;
        }
    }
}
