package io.tidemark.app.watch;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.PhaseSetupCommand;
import io.tidemark.app.watch.WatchedPlan.Confirmation;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.failure.UnavailableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Makes the runs of one target, one at a time, each as {@code tidemark run} in a process of its own. {@link #stop} is for any thread. */
final class WatchedRuns {
    private final OperationContext context;
    private final List<String> runArguments;
    private final IntFunction<TargetWatcher.RunEnd> ends;
    private Optional<WatchedRunProcess> running = Optional.empty();

    WatchedRuns(TargetWatcher.Parts parts) {
        this.context = parts.context();
        this.runArguments = parts.runArguments();
        this.ends = parts.ends();
    }

    /**
     * A run whose process ended.
     *
     * @param lastWords what it wrote last
     */
    record EndedRun(TargetWatcher.RunEnd end, String lastWords) {}

    /**
     * Sets the server up, if the plan says so, makes the run and waits for its end.
     *
     * @param mayLoad asked when the process is about to start: whether the target may be loaded still
     * @param began called with the file of its log once its process has started
     * @throws UnavailableException if the server cannot be set up, or the target may not be loaded any more
     */
    EndedRun execute(WatchedPlan plan, NextRun.Run run, BooleanSupplier mayLoad, Consumer<Path> began)
            throws InterruptedException {
        Path logs = context.home().resolve("watch").resolve(plan.name());
        setUp(plan, run, logs);
        String log = context.wallClock().instant().toString().replace(':', '-') + ".log";
        try (WatchedRunProcess process = start(arguments(plan, run), logs, log, mayLoad)) {
            began.accept(logs.resolve(log));
            return new EndedRun(ends.apply(process.await()), process.lastWords());
        } finally {
            ended();
        }
    }

    private synchronized WatchedRunProcess start(
            List<String> arguments, Path logs, String log, BooleanSupplier mayLoad) {
        if (!mayLoad.getAsBoolean()) {
            throw new UnavailableException("the target may not be loaded any more: its lease was lost");
        }
        WatchedRunProcess process = WatchedRunProcess.start(
                arguments, Map.of("TIDEMARK_HOME", context.home().toString()), logs, log);
        running = Optional.of(process);
        return process;
    }

    private synchronized void ended() {
        running = Optional.empty();
    }

    private synchronized Optional<WatchedRunProcess> running() {
        return running;
    }

    /** Lets the run that takes place, if any, publish its end, and ends it. */
    void stop() {
        running().ifPresent(WatchedRunProcess::close);
    }

    private void setUp(WatchedPlan plan, NextRun.Run run, Path logs) throws InterruptedException {
        boolean isWanted = run.isScheduled()
                || plan.confirmation().filter(Confirmation::freshServer).isPresent();
        if (!isWanted || plan.beforeRun().isEmpty()) {
            return;
        }
        new PhaseSetupCommand(
                        context,
                        "before_run of " + plan.name(),
                        plan.beforeRun().get(),
                        logs.resolve("before_run"))
                .execute(new PhaseSetupCommand.SetupContext(
                        new PhaseOrder.ScheduledRun(1, 1, plan.phase()),
                        PlanLoader.load(plan.file(), plan.choice()).get(0).phase(plan.phase()),
                        "",
                        plan.target().toString()));
    }

    private List<String> arguments(WatchedPlan plan, NextRun.Run run) {
        List<String> arguments = new ArrayList<>(List.of("run", plan.file().toString(), "--phase", plan.phase()));
        plan.choice().scenario().ifPresent(name -> arguments.addAll(List.of("--scenario", name)));
        arguments.addAll(plan.simulatedProfile()
                .map(profile -> List.of("--simulate", profile))
                .orElseGet(() -> List.of("--target", plan.target().toString())));
        List<String> values = new ArrayList<>(plan.choice().overrides());
        run.measured().ifPresent(length -> values.add("steps[0].duration=" + length.toSeconds() + "s"));
        values.add(label(PastRun.WATCH, plan.name()));
        values.add(label(PastRun.DUE, run.due().toString()));
        if (!run.isScheduled()) {
            values.add(label(PastRun.CONFIRMS, run.confirms()));
        }
        values.forEach(value -> arguments.addAll(List.of("--set", value)));
        arguments.addAll(runArguments);
        arguments.add("--attached");
        return arguments;
    }

    private static String label(String name, String text) {
        return "labels.\"" + name + "\"=" + text;
    }
}
