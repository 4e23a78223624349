package io.tidemark.app.isolation;

import io.tidemark.app.health.ComponentHealth;
import io.tidemark.app.health.HealthState;
import io.tidemark.app.process.ChildProcess;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.ExponentialBackoff;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One team's process: started, asked every other second how it is, started again after its end with growing pauses. Its health may be asked by any thread. */
final class TeamProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TeamProcess.class);
    private static final Duration ASKED_EVERY = Duration.ofSeconds(2);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(30);
    /** A process that does not answer for so long may be collecting garbage, or starved by the machine. */
    static final Duration SILENT = Duration.ofSeconds(30);

    /** One that does not answer for so long does nothing else either. */
    static final Duration GIVEN_UP = Duration.ofMinutes(5);

    /** First pause, factor, last pause in milliseconds, and jitter. */
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(1_000, 2, 30_000, 0.2);

    /** One that ran for so long is past what ended the one before. */
    private static final Duration STABLE = Duration.ofMinutes(1);

    /** The JVM's with {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int OUT_OF_MEMORY = 3;

    private final Team team;
    private final ProcessBuilder builder;
    private final ReportedMeters meters;
    private final NanoClock clock;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile Optional<Process> process = Optional.empty();
    private volatile long heardNanos;
    private volatile List<ComponentHealth> parts;

    TeamProcess(Team team, ProcessBuilder builder, ReportedMeters meters, NanoClock clock) {
        this.team = team;
        this.builder = builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        this.meters = meters;
        this.clock = clock;
        this.heardNanos = clock.nanos();
        this.parts = List.of(part(HealthState.DEGRADED, "its process starts"));
        this.thread = new Thread(this::run, "tidemark-team-" + team);
        thread.start();
    }

    /** As its process reported last, or why there is none. */
    List<ComponentHealth> health() {
        Duration silent = Duration.ofSeconds(TimeUnit.NANOSECONDS.toSeconds(clock.nanos() - heardNanos));
        return process.isPresent() && silent.compareTo(SILENT) >= 0
                ? List.of(part(HealthState.DEGRADED, "its process has not answered for " + ValueText.duration(silent)))
                : parts;
    }

    /** Ends a process that does not answer any more: it is started again. */
    void endIfHung() {
        if (clock.nanos() - heardNanos > GIVEN_UP.toNanos()) {
            process.ifPresent(hung -> {
                LOG.error("team {}: process {} has not answered for {}; it is ended", team, hung.pid(), GIVEN_UP);
                hung.destroyForcibly();
            });
        }
    }

    private ComponentHealth part(HealthState state, String reason) {
        return new ComponentHealth("streams/" + team, state, reason);
    }

    private void run() {
        int ends = 0;
        while (closing.getCount() > 0) {
            long began = clock.nanos();
            String why = runOnce();
            if (closing.getCount() == 0) {
                return;
            }
            ends = clock.nanos() - began > STABLE.toNanos() ? 0 : ends;
            long pauseMillis = PAUSES.backoff(ends++);
            LOG.error("team {}: {}; started again in {} ms", team, why, pauseMillis);
            parts = List.of(part(HealthState.FAILED, why));
            pause(pauseMillis);
        }
    }

    /** @return why it ended */
    private String runOnce() {
        heardNanos = clock.nanos();
        try {
            Process started = builder.start();
            process = Optional.of(started);
            LOG.info("team {}: process {}", team, started.pid());
            converse(started);
            ChildProcess.awaitEnd(started, STOP_WITHIN);
            return started.exitValue() == OUT_OF_MEMORY
                    ? "its process ran out of memory"
                    : "its process ended with " + started.exitValue();
        } catch (IOException e) {
            return "its process cannot be started: " + e.getMessage();
        } finally {
            process = Optional.empty();
        }
    }

    /** Until it ends, or only a restart helps. */
    private void converse(Process started) {
        try (Writer questions = started.outputWriter();
                BufferedReader answers = started.inputReader()) {
            while (closing.getCount() > 0) {
                questions.write('\n');
                questions.flush();
                String line = answers.readLine();
                if (line == null) {
                    return;
                }
                TeamReport report = TeamReport.parse(line);
                heardNanos = clock.nanos();
                if (!report.parts().isEmpty()) {
                    parts = report.parts();
                }
                meters.update(report.meters());
                if (!report.alive()) {
                    LOG.error(
                            "team {}: process {} lost the threads that supervise it; it is ended", team, started.pid());
                    return;
                }
                pause(ASKED_EVERY.toMillis());
            }
        } catch (IOException e) {
            LOG.debug("team {}: its process does not answer", team, e);
        }
    }

    private void pause(long millis) {
        try {
            if (closing.await(millis, TimeUnit.MILLISECONDS)) {
                LOG.debug("team {}: closing", team);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(STOP_WITHIN.toMillis());
            process.ifPresent(Process::destroyForcibly);
            thread.join();
        } catch (InterruptedException e) {
            process.ifPresent(Process::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }
}
