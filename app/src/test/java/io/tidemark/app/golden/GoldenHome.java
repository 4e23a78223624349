package io.tidemark.app.golden;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.receiver.Notification;
import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunService;
import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.app.run.virtualtime.VirtualServerEnvironment;
import io.tidemark.app.tune.SimulatedSweep;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.http.server.SimulatorOptions.Extras;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Delivery;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A home folder whose store holds one of everything but a soak: an experiment of two phases with three runs each, a run of two targets with
 * classes and conversations, a search, a tune, alerts and a baseline. All of it is made in virtual time: each time the same.
 *
 * @param events of the run with alerts, as the team's topics have them
 * @param notifications of its alerts
 * @param search what the command that searched printed
 */
record GoldenHome(Path folder, List<TopicEvent> events, List<Notification> notifications, String search) {
    static final Team TEAM = new Team("default");
    static final Instant NOW = Instant.parse("2026-11-20T18:00:00Z");

    /** Of the run whose alerts are sent, which is of phase default. */
    static final String ALERTED_RUN = runId(1);

    static final String TUNED_RUN = runId(2);
    static final String FLEET_RUN = runId(7);
    static final String SOAK_RUN = runId(8);

    private static final String PLANS = "app/src/test/resources/golden/plans/";
    static final String SEARCH = "search " + path("search")
            + " --simulate demo-default --start 2026-11-20T16:00:00Z --from 5 --to 10 --resolution 30 --budget 7m";

    private static final Instant FIRST = Instant.parse("2026-11-20T08:00:00Z");

    static GoldenHome make(Path folder) throws InterruptedException {
        try (Shell shell = new Shell(folder, NOW)) {
            Runs runs = Runs.of(shell);
            Plan demo = plan("demo");
            // In turns that swap.
            List<String> phases = List.of("default", "tuned", "tuned", "default", "default", "tuned");
            for (int turn = 0; turn < phases.size(); turn++) {
                runs.run(run(demo, phases.get(turn), turn + 1, List.of(), FIRST.plus(Duration.ofMinutes(10L * turn))));
            }
            runs.run(run(plan("fleet"), "default", 7, List.of(), FIRST.plus(Duration.ofHours(2))));
            SimulatedSweep.into(runs.context(), runs.backend(), plan("tune"), FIRST.plus(Duration.ofHours(6)));
        }
        String search = run(folder, SEARCH);
        List<TopicEvent> events =
                TopicEvent.of(List.of(run(plan("demo"), "default", 1, List.of(), FIRST)), folder.resolve("spool"));
        List<AlertChange> alerts = AlertBodies.changes(events);
        store(folder, alerts);
        run(folder, "baseline set main demo/default");
        return new GoldenHome(
                folder,
                events,
                alerts.stream()
                        .filter(AlertChange::fired)
                        .map(change ->
                                new Notification(change.alert(), change.alert().state()))
                        .toList(),
                search);
    }

    private static String runId(int number) {
        return String.format(Locale.ROOT, "01KAGRN%019d", number);
    }

    static String path(String plan) {
        return RepositoryFiles.path(PLANS + plan + ".yaml").toString();
    }

    /** The store of another home: a soak alone, which takes longer to make than all the rest. */
    static void makeSoak(Path folder) throws InterruptedException {
        try (Shell shell = new Shell(folder, NOW)) {
            Runs.of(shell).run(soak());
        }
    }

    private static String run(Path folder, String command) {
        try (Shell shell = new Shell(folder, NOW)) {
            int exit = shell.run(command.split(" "));
            if (exit != 0) {
                throw new IllegalStateException(command + " ended with " + exit + ": " + shell.out() + shell.err());
            }
            return shell.out() + shell.err();
        }
    }

    private static void store(Path folder, List<AlertChange> changes) {
        List<Delivery> deliveries = changes.stream()
                .filter(change -> change.fired() && change.alert().state() != AlertState.PENDING)
                .map(change -> Delivery.pending(
                        change.alert().id(),
                        change.alert().state(),
                        "chat",
                        change.alert().startsAt()))
                .toList();
        try (AlertStore store = StoreAddress.of(folder.resolve("store.db")).openAlerts()) {
            changes.forEach(change -> store.commit(
                    new AlertCommit(TEAM, List.of(change.alert()), List.of(), ImmutableMap.of(), List.of())));
            store.commit(new AlertCommit(TEAM, List.of(), deliveries, ImmutableMap.of(), List.of()));
        }
    }

    private static Plan plan(String name) {
        Path file = Path.of(path(name));
        return PlanLoader.parse(RepositoryFiles.read(file), name + ".yaml", file.getParent());
    }

    private static TopicEvent.TimedRun soak() {
        return run(
                plan("soak"),
                "default",
                8,
                Stream.of("slow-tokens=1.5,from=3600", "restart,from=6300,for=5")
                        .map(Fault::parse)
                        .toList(),
                FIRST.plus(Duration.ofHours(3)));
    }

    /** Draws depend on a run's id, which is therefore not the plan's digest here. */
    static TopicEvent.TimedRun run(Plan plan, String phase, int number, List<Fault> faults, Instant start) {
        String profile = phase.equals("default") ? "demo-default" : "demo-tuned";
        return new TopicEvent.TimedRun(
                RunRequest.simulated(
                                plan.forPhase(plan.phase(phase)),
                                plan.phase(phase),
                                TEAM,
                                "tidemark run " + plan.experiment() + ".yaml --phase " + phase + " --simulate "
                                        + profile,
                                false)
                        .withRunId(runId(number)),
                new SimulatedServer(profile, new ServerConfigLoader().builtIn(profile), Extras.NONE.with(faults)),
                start);
    }

    /** Runs whose results go to the store. */
    record Runs(CommandContext context, RunBackend backend) {
        static Runs of(Shell shell) {
            CommandContext context = shell.context().withoutOutput();
            RunBackend.Request request = new RunBackend.Request(Optional.empty(), TEAM, Optional.empty(), false);
            return new Runs(context, context.resources().register(RunBackend.open(context, request)));
        }

        void run(TopicEvent.TimedRun run) throws InterruptedException {
            new RunService(context, backend, RunDisplay.none())
                    .run(
                            run.request(),
                            VirtualServerEnvironment.of(
                                    run.request(), List.of(run.server()), new VirtualTime(run.start())),
                            RunObservers.none());
        }
    }
}
