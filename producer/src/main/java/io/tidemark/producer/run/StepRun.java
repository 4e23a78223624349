package io.tidemark.producer.run;

import io.netty.channel.EventLoop;
import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/** One step of a run: draws its schedule, sends it, waits for its end, and says how it goes meanwhile. */
final class StepRun {
    private static final long LEAD_NANOS = 20_000_000;
    private static final long REPORT_EVERY_NANOS = 1_000_000_000;
    private static final long LOOK_EVERY_NANOS = 5_000_000;

    private final Stage stage;
    private final int step;
    private final StepPlan plan;
    private final StepSchedule schedule;
    private final Workload workload;
    private final long firstNumber;
    private volatile boolean cancelled;

    StepRun(Stage stage, int step, StepSeeds.Generators random, long firstNumber) {
        this.stage = stage;
        this.step = step;
        this.plan = stage.spec().plan().steps().get(step);
        this.schedule =
                StepSchedule.draw(plan, Arrivals.of(plan, stage.spec().plan().workload(), random.arrivals()));
        this.workload = Workload.open(stage.spec().plan().workload(), random.lengths(), random.words());
        this.firstNumber = firstNumber;
    }

    /** What the steps of a run share. */
    record Stage(RunSpec spec, RunParts parts, Lane lane, EventLoop loop, ControlStates control) {
        /** Asks the lane on its own thread. */
        <T> T onLoop(Callable<T> question) throws InterruptedException {
            try {
                return loop.submit(question).get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("the lane failed", e.getCause());
            }
        }

        long nanos() {
            return parts.clocks().elapsed().nanos();
        }
    }

    void cancel() {
        cancelled = true;
    }

    int numbersUsed() {
        return schedule.size();
    }

    StepSummary execute() throws InterruptedException {
        long startNanos = stage.nanos() + LEAD_NANOS;
        long sendLimit = startNanos
                + schedule.measureUntilNanos()
                + stage.spec().plan().limits().scheduleLagP99().toNanos();
        WallAnchor anchor = stage.onLoop(() -> {
            stage.lane().beginStep(step, new StepTally(sendLimit));
            stage.parts().watch().stepStarts(step, startNanos);
            return stage.lane().anchor();
        });
        ControlStates.StepFrame frame = new ControlStates.StepFrame(step, anchor.at(startNanos), schedule);
        stage.parts().publisher().publish(stage.control().stepStarted(frame));
        send(startNanos);
        drain(startNanos);
        StepSummary summary = summary(frame);
        report(startNanos);
        stage.parts().publisher().publish(stage.control().stepEnded(frame, anchor.at(stage.nanos()), summary));
        return summary;
    }

    private void send(long startNanos) throws InterruptedException {
        Dispatcher dispatcher = new Dispatcher(
                new Dispatcher.StepContext(stage.spec(), step, firstNumber, startNanos, schedule, workload),
                stage.lane(),
                stage.loop(),
                stage.parts().clocks().elapsed());
        Thread thread = new Thread(dispatcher, "tidemark-schedule");
        thread.setDaemon(true);
        thread.start();
        long nextReport = startNanos + REPORT_EVERY_NANOS;
        while (thread.isAlive()) {
            thread.join(Duration.ofNanos(LOOK_EVERY_NANOS).toMillis());
            if (cancelled) {
                dispatcher.cancel();
            }
            nextReport = reportIfTime(startNanos, nextReport);
        }
        if (dispatcher.hasFailed()) {
            throw new IllegalStateException("step " + step + " could not be sent to its end; see the log");
        }
    }

    private void drain(long startNanos) throws InterruptedException {
        long giveUpNanos = stage.nanos() + stage.spec().plan().limits().drain().toNanos();
        long nextReport = stage.nanos() + REPORT_EVERY_NANOS;
        while (stage.onLoop(() -> stage.lane().inFlight()) > 0) {
            if (cancelled || stage.nanos() > giveUpNanos) {
                stage.onLoop(() -> {
                    stage.lane().cancelAll();
                    return true;
                });
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
            nextReport = reportIfTime(startNanos, nextReport);
        }
    }

    private long reportIfTime(long startNanos, long nextReportNanos) throws InterruptedException {
        if (stage.nanos() < nextReportNanos) {
            return nextReportNanos;
        }
        report(startNanos);
        return stage.nanos() + REPORT_EVERY_NANOS;
    }

    private void report(long startNanos) throws InterruptedException {
        long elapsedNanos = Math.max(0, stage.nanos() - startNanos);
        RunProgress progress = stage.onLoop(() -> progress(elapsedNanos));
        stage.parts().listener().progress(progress);
    }

    private RunProgress progress(long elapsedNanos) {
        StepTally tally = stage.lane().tally();
        StepCounts counts = tally.counts(stage.lane().inFlight());
        long sendingNanos =
                Math.min(elapsedNanos, schedule.size() == 0 ? 0 : schedule.offsetNanos(schedule.size() - 1));
        OptionalDouble achieved =
                sendingNanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(counts.sent() * 1e9 / sendingNanos);
        return new RunProgress(
                step,
                stage.spec().plan().steps().size(),
                schedule.size(),
                plan.ratePerSecond() > 0 ? plan.ratePerSecond() : schedule.drawnPerSecond(),
                schedule.drawnPerSecond(),
                achieved,
                Duration.ofNanos(elapsedNanos),
                counts,
                tally.latencies());
    }

    private StepSummary summary(ControlStates.StepFrame frame) throws InterruptedException {
        return stage.onLoop(() -> {
            StepTally tally = stage.lane().tally();
            return new StepSummary(
                    step,
                    frame.askedPerSecond(plan),
                    schedule.drawnPerSecond(),
                    tally.counts(stage.lane().inFlight()),
                    tally.latencies().scheduleLagP99Nanos(),
                    flags(tally));
        });
    }

    private List<String> flags(StepTally tally) {
        List<String> flags = new ArrayList<>(tally.flags().sentences());
        if (stage.spec().plan().connection().tls().insecure()) {
            flags.add("the target's certificate was not checked (connection.insecure)");
        }
        return flags;
    }
}
