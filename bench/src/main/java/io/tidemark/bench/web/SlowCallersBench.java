package io.tidemark.bench.web;

import io.javalin.config.RoutesConfig;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Anyone;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import io.tidemark.web.server.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** A probe and a caller of a server with its usual limits, first alone, then while heads, bodies, idle connections and slow queries hold all that they may. */
public record SlowCallersBench(BenchmarkContext bench, Size size) {
    private static final Duration QUERY = Duration.ofSeconds(2);

    /**
     * How much.
     *
     * @param seconds of each half
     * @param connections that slow heads and slow bodies try to hold, from an address each
     * @param idle connections that are tried from a hundred addresses
     */
    public record Size(int seconds, int perSecond, int connections, int idle) {
        /** More connections than one address is given, and ten times as many as the server has. */
        public static final Size STANDARD = new Size(30, 20, 400, 10_000);
    }

    /**
     * What was asked.
     *
     * @param refused that did not get a 200
     * @param held connections of the attack that were open at its end
     */
    public record Counts(int probes, int callers, int refused, int held, long queries) {}

    /** Answers of one half. */
    private record Half(Asked probe, Asked caller) {}

    /** Measures both halves and prints the table. */
    public Counts run() throws IOException, InterruptedException, ExecutionException {
        bench.print("http: " + size);
        BearerTokens anyName = token -> Optional.of(new Caller(token, Optional.empty(), Set.of(Scope.READ)));
        try (WebServer server = WebServer.start(
                new ListenAddress("127.0.0.1", 0),
                new WebSecurity(Optional.empty(), Optional.of(anyName), WebLimits.USUAL),
                SlowCallersBench::routes)) {
            URI url = URI.create(server.url());
            var unusedWarmUp = half(url);
            Half calm = half(url);
            try (Attack attack = Attack.start(url, size.connections(), size.idle())) {
                Half attacked = half(url);
                print(calm, attacked);
                Counts counts = new Counts(
                        attacked.probe().count(),
                        attacked.caller().count(),
                        attacked.probe().refused() + attacked.caller().refused(),
                        attack.held(),
                        attack.queries());
                bench.print("attack: " + counts.held() + " connections held, " + counts.queries() + " slow queries");
                return counts;
            }
        }
    }

    private static void routes(RoutesConfig routes) {
        routes.get(WebServer.LIVE, request -> request.result("alive"), Anyone.ANYONE);
        routes.get(Attack.OPEN, request -> request.result("ok"), Anyone.ANYONE);
        routes.post(Attack.OPEN, request -> request.result("ok"), Anyone.ANYONE);
        routes.get(Asked.READ, request -> request.result("read"), Scope.READ);
        // As a query of a store that takes so long: its thread waits.
        routes.get(
                Attack.SLOW,
                request -> {
                    LockSupport.parkNanos(QUERY.toNanos());
                    request.result("slow");
                },
                Scope.READ);
    }

    private Half half(URI url) throws InterruptedException, ExecutionException {
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            int requests = size.seconds() * size.perSecond();
            Future<Asked> probe = both.submit(() -> Asked.probe(bench.nanos(), url, size.perSecond(), requests));
            Future<Asked> caller = both.submit(() -> Asked.caller(bench.nanos(), url, size.perSecond(), requests));
            return new Half(probe.get(), caller.get());
        } finally {
            both.shutdownNow();
        }
    }

    private void print(Half calm, Half attacked) {
        ResultTable table = new ResultTable(
                "ms until the answer to",
                "requests",
                "p50 alone",
                "p99 alone",
                "p50 attacked",
                "p99 attacked",
                "refused");
        row(table, "a probe, a connection each", calm.probe(), attacked.probe());
        row(table, "a caller with a token", calm.caller(), attacked.caller());
        bench.table("http", table);
    }

    private static void row(ResultTable table, String name, Asked calm, Asked attacked) {
        table.row(
                name,
                String.valueOf(attacked.count()),
                calm.times().millis(0.5),
                calm.times().millis(0.99),
                attacked.times().millis(0.5),
                attacked.times().millis(0.99),
                String.valueOf(attacked.refused()));
    }

    /**
     * Questions at an even rate, and how long each waited for its answer from the moment that it was due.
     *
     * @param refused that did not get a 200
     */
    private record Asked(DurationSample times, int refused) {
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
                            .write(("GET " + WebServer.LIVE
                                            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
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
                    () -> http.send(request, HttpResponse.BodyHandlers.ofString())
                                    .statusCode()
                            == OK);
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
}
