package io.tidemark.bench.alerts;

import io.tidemark.app.stack.StackFile;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.harness.TidemarkProcess;
import io.tidemark.events.BreachState;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.prometheus.AlertmanagerServer;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * From the moment at which an objective is broken significantly until a real Alertmanager has the alert, and from the end of the fault until it
 * has the end. All parts are the product's own processes: {@code tidemark simulate}, {@code run} and {@code up --alerts}.
 *
 * <p>Two faults take turns: answers with status 500, which break {@code errors}, and slow engine steps, which break {@code ttft}. A failed request is
 * a bad one of {@code ttft} too, so the first fault opens two breaches.
 */
public final class AlertsBench {
    private static final Team TEAM = new Team("alerts");
    private static final List<String> FAULTS = List.of("error=500", "slow-tokens=60");
    private static final double ALLOWED_ERRORS = 0.05;
    private static final double LEVEL = 0.01;
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration LOOK_EVERY = Duration.ofMillis(10);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** The run's windows are full, and the normal range of signals is known, after so long. */
    private static final Duration SETTLED_AFTER = Duration.ofSeconds(30);

    private static final Duration STARTS_WITHIN = Duration.ofMinutes(5);

    private final BenchmarkContext bench;
    private final Size size;
    private final BreachAlertRule rule;
    private final Random random;
    private final int port = FreePorts.next();

    /**
     * Breaches, and what became of them.
     *
     * @param opened breaches that opened on final figures or others
     * @param shown of those, how many Alertmanager showed
     * @param crossed of those, how many have a request that broke the objective
     * @param closed breaches that closed
     * @param gone of those, how many Alertmanager did not show any more
     */
    public record Counts(long opened, long shown, long crossed, long closed, long gone) {}

    /**
     * How often a fault is switched on and off, under how much load.
     *
     * @param faults the two faults take turns
     * @param seed of the moments within a second at which faults begin
     */
    public record Size(int faults, double requestsPerSecond, long seed) {
        public static final Size STANDARD = new Size(20, 20, 7);

        public Size {
            if (faults < 1) {
                throw new IllegalArgumentException("faults must be >= 1 but was " + faults);
            }
        }

        /** So many faults. */
        public static Size ofFaults(int faults) {
            return new Size(faults, STANDARD.requestsPerSecond(), STANDARD.seed());
        }
    }

    public AlertsBench(BenchmarkContext bench, Size size, BreachAlertRule rule) {
        this.bench = bench.withSubfolder(rule.fileName());
        this.size = size;
        this.rule = rule;
        this.random = new Random(size.seed());
    }

    /**
     * Switches faults on and off, prints the table, returns the counts.
     *
     * @throws IllegalStateException if this machine has no Alertmanager
     */
    public Counts run() throws IOException {
        AlertmanagerServer.obstacle().ifPresent(why -> {
            throw new IllegalStateException(why);
        });
        Files.createDirectories(bench.folder());
        try (AlertmanagerServer alertmanager = AlertmanagerServer.start(
                        bench.folder(), "{ route: { receiver: none }, receivers: [ { name: none } ] }");
                TidemarkProcess stack = up(alertmanager);
                TidemarkProcess simulator = simulate()) {
            ShownAlerts shown = new ShownAlerts(alertmanager::alerts, bench.wall());
            List<Instant> faultsOff = new ArrayList<>();
            try (TidemarkProcess run = load()) {
                faultsOff.addAll(faults(shown, List.of(stack, simulator, run)));
            }
            return report(shown, faultsOff);
        }
    }

    private TidemarkProcess up(AlertmanagerServer alertmanager) throws IOException {
        Path file = Files.writeString(
                bench.folder().resolve("alerts.yaml"), """
                receivers:
                  - name: alertmanager
                    alertmanager: { urls: [ "%s" ] }
                routes: [ { receivers: alertmanager } ]
                %s
                """.formatted(alertmanager.url(), rule.yaml()));
        TidemarkProcess stack =
                TidemarkProcess.start(bench, "up", List.of("up", "--team", TEAM.name(), "--alerts", file.toString()));
        stack.awaitPrinted("It is up.");
        return stack;
    }

    private TidemarkProcess simulate() {
        TidemarkProcess simulator = TidemarkProcess.start(
                bench, "simulate", List.of("simulate", "demo-small", "--port", Integer.toString(port)));
        simulator.awaitPrinted(Integer.toString(port));
        return simulator;
    }

    private TidemarkProcess load() throws IOException {
        Path plan = Files.writeString(
                bench.folder().resolve("plan.yaml"), String.format(Locale.ROOT, """
                experiment: alerts
                workload: { kind: synthetic, prompt_tokens: 20-40, output_tokens: 4-8 }
                arrivals: poisson
                slo:
                  objectives:
                    - errors < 5%% over 10s clear 0s flapping off
                    - ttft p90 < 500ms over 10s clear 0s flapping off
                steps: [ { rate: %.1f, duration: 12h } ]
                """, size.requestsPerSecond()));
        return TidemarkProcess.start(
                bench,
                "run",
                List.of("run", plan.toString(), "--team", TEAM.name(), "--target", server().toString(), "--quiet"));
    }

    private URI server() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** @return when each fault was switched off */
    private List<Instant> faults(ShownAlerts shown, List<TidemarkProcess> processes) {
        SimulatorFaults simulator = new SimulatorFaults(server());
        List<Instant> off = new ArrayList<>();
        ConditionWait wait = new ConditionWait(bench.nanos(), LOOK_EVERY, LIMIT);
        awaitLoad(processes);
        for (int i = 0; i < size.faults(); i++) {
            processes.forEach(TidemarkProcess::requireAlive);
            // Faults begin anywhere in a second.
            LockSupport.parkNanos((long) (random.nextDouble() * 1e9));
            simulator.switchOn(FAULTS.get(i % FAULTS.size()));
            wait.until(() -> !shown.look().isEmpty(), () -> "Alertmanager shows no alert");
            simulator.switchAllOff();
            off.add(bench.wall().instant());
            wait.until(() -> shown.look().isEmpty(), () -> "Alertmanager still shows " + shown.active());
        }
        return off;
    }

    /** A client that is calibrated on a busy machine may take a minute to begin. */
    private void awaitLoad(List<TidemarkProcess> processes) {
        long wanted = Math.round(size.requestsPerSecond() * SETTLED_AFTER.toSeconds());
        PublishedEvents events = events();
        new ConditionWait(bench.nanos(), Duration.ofSeconds(1), STARTS_WITHIN)
                .until(
                        () -> {
                            processes.forEach(TidemarkProcess::requireAlive);
                            return events.requestCount() >= wanted;
                        },
                        () -> events.requestCount() + " requests were published");
    }

    private PublishedEvents events() {
        return new PublishedEvents(
                StackFile.in(TidemarkProcess.home(bench)).read().orElseThrow(), TEAM);
    }

    private Counts report(ShownAlerts shown, List<Instant> faultsOff) {
        PublishedEvents events = events();
        AlertTimes times = new AlertTimes(shown, rule);
        try (AlertStore store =
                StoreAddress.of(TidemarkProcess.home(bench).resolve("store.db")).openAlerts()) {
            for (Alert alert : store.newest(TEAM, Integer.MAX_VALUE)) {
                times.delivered(alert, store.deliveries(alert.id()));
            }
        }
        BreachRecords breaches = new BreachRecords(events.breaches());
        List<CrossingMoment.Ended> requests = events.requests();
        CrossingMoment crossing = new CrossingMoment(ALLOWED_ERRORS, LEVEL, WINDOW);
        List<BreachRecord> opened = breaches.firsts(BreachState.OPENED);
        List<BreachRecord> closed = breaches.firsts(BreachState.CLOSED);
        opened.forEach(record -> times.opened(
                record,
                rule == BreachAlertRule.URGENT ? record : breaches.confirmed(record),
                record.breach().getObjective().startsWith("errors")
                        ? crossing.in(requests, record.breach().getUpdated())
                        : Optional.empty()));
        closed.forEach(
                record -> times.closed(record, before(faultsOff, record.breach().getUpdated())));
        bench.print(String.format(
                Locale.ROOT,
                "alerts, %s: %d faults under %.0f requests/s; %d breaches opened, %d of them on final figures at once; %d were retracted",
                rule,
                size.faults(),
                size.requestsPerSecond(),
                opened.size(),
                opened.stream().filter(BreachRecord::isFinal).count(),
                breaches.retracted()));
        times.print(bench);
        return times.counts(opened.size(), closed.size());
    }

    private static Optional<Instant> before(List<Instant> moments, Instant moment) {
        return moments.stream().filter(one -> one.isBefore(moment)).reduce((first, last) -> last);
    }

    /** Switches faults of a simulated server on and off. */
    private static final class SimulatorFaults {
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
                    throw new IllegalStateException(
                            url + " answered with " + answer.statusCode() + ": " + answer.body());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(url + " cannot be asked", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted as " + url + " was asked", e);
            }
        }
    }
}
