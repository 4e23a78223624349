package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.Finality;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.StoredRequest;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that gives Tidemark next to nothing is slow, not wrong: the demo at the lowest priority beside busy loops. */
@Tag("long")
final class StarvedDemoTest {
    private static final int LOOPS = 4;
    private static final int STEPS_OF_A_RUN = 4;
    /** About five minutes on two free cores. */
    private static final Duration LIMIT = Duration.ofMinutes(40);
    /** A value is told from its sketch, which is within one percent of it, and a rank between two values. */
    private static final double SKETCH_ERROR = 0.02;

    private static final List<Metric> ONE_PER_REQUEST = List.of(Metric.TTFT, Metric.TTFT_DUE, Metric.E2E);

    @TempDir
    private Path home;

    @Test
    void theDemoBesideBusyLoopsEndsWithTheResultsThatItsRequestsGive() throws Exception {
        List<Process> loops = new ArrayList<>();
        List<String> beside = besideTheDemo();
        System.out.println("starved demo: " + LOOPS + " loops, each by " + String.join(" ", beside));
        try (TidemarkProcess demo = TidemarkProcess.startUnder(List.of("nice", "-n", "19"), home, "demo")) {
            for (int i = 0; i < LOOPS; i++) {
                loops.add(busyLoop(beside));
            }
            // a run that sent too late says so; its results are right all the same
            assertThat(demo.exitCode(LIMIT)).isIn(ExitCode.OK.code(), ExitCode.RUN_INVALID.code());
            assertThat(loops).allMatch(Process::isAlive);
        } finally {
            loops.forEach(loop -> loop.destroyForcibly().onExit().join());
        }
        try (ResultReader results = SqliteStore.openReader(store())) {
            List<RunRow> runs = results.latestRuns(10);
            assertThat(runs).hasSize(2);
            for (RunRow run : runs) {
                assertThat(run.status()).isIn(RunStatus.ENDED, RunStatus.INVALID);
                assertThat(run.invalidReasons())
                        .allSatisfy(reason -> assertThat(reason).contains("sent its requests late"));
                assertIsOfItsRequests(results, run);
            }
        }
    }

    /** Its own process runs the loop, and it ends when this one is gone. */
    private static Process busyLoop(List<String> wrapper) throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                "sh",
                "-c",
                "while kill -0 $0 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done",
                Long.toString(ProcessHandle.current().pid())));
        return new ProcessBuilder(command).start();
    }

    /**
     * As another user's terminal where Linux gives each session a share of the processors: at the usual priority, in a session of its own. In
     * one session the demo would have less than a hundredth of them, and take hours; there the loops give way a little.
     */
    private static List<String> besideTheDemo() throws IOException {
        return sessionsHaveShares() ? List.of("setsid") : List.of("nice", "-n", "10");
    }

    /** Linux groups by session only what is in the root group of processor time. */
    private static boolean sessionsHaveShares() throws IOException {
        Path grouping = Path.of("/proc/sys/kernel/sched_autogroup_enabled");
        return Files.exists(grouping)
                && Files.readString(grouping).strip().equals("1")
                && Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                        .filter(group -> group.matches("\\d+:(|.*\\bcpu\\b.*):.*"))
                        .allMatch(group -> group.endsWith(":/"));
    }

    private Path store() throws IOException {
        try (Stream<Path> files = Files.walk(home.resolve("demo"))) {
            return files.filter(file -> file.endsWith("store.db")).findFirst().orElseThrow();
        }
    }

    private static void assertIsOfItsRequests(ResultReader results, RunRow run) {
        List<StepRow> steps = results.steps(run.key());
        assertThat(steps).hasSize(STEPS_OF_A_RUN);
        for (StepRow step : steps) {
            Asked asked = new Asked();
            results.scanRequests(run.key(), request -> {
                if (request.step() == step.step()) {
                    asked.add(request);
                }
            });
            asked.assertGives(step.result().orElseThrow());
            System.out.println("starved demo: run " + run.phase() + " " + run.status() + ", step " + step.step() + ": "
                    + asked.due + " requests, " + asked.ok + " ok");
        }
    }

    /** The measured requests of a step, from the store. */
    private static final class Asked {
        private final List<List<Long>> values = ONE_PER_REQUEST.stream()
                .<List<Long>>map(metric -> new ArrayList<>())
                .toList();
        private long due;
        private long ok;

        void add(StoredRequest request) {
            due++;
            if (request.outcome() != Outcome.OK) {
                return;
            }
            ok++;
            for (int i = 0; i < ONE_PER_REQUEST.size(); i++) {
                request.nanos(ONE_PER_REQUEST.get(i)).ifPresent(values.get(i)::add);
            }
        }

        void assertGives(StepResultRow result) {
            assertThat(result.finality()).isEqualTo(Finality.FINAL);
            assertThat(due).isPositive();
            assertThat(result.counts().due()).isEqualTo(due);
            assertThat(result.counts().ok()).isEqualTo(ok);
            for (int i = 0; i < ONE_PER_REQUEST.size(); i++) {
                MetricRow metric = result.metrics().get(ONE_PER_REQUEST.get(i));
                assertIsOf(metric, values.get(i).stream().sorted().toList());
            }
        }

        private static void assertIsOf(MetricRow metric, List<Long> sorted) {
            assertThat(metric.count()).as(metric.metric().name()).isEqualTo(sorted.size());
            assertThat(metric.minNanos()).hasValue(sorted.get(0));
            assertThat(metric.maxNanos()).hasValue(sorted.get(sorted.size() - 1));
            long p95 = metric.p95Nanos().orElseThrow();
            int rank = (int) Math.ceil(sorted.size() * 0.95) - 1;
            assertThat((double) p95)
                    .as(metric.metric() + " p95")
                    .isBetween(
                            sorted.get(Math.max(0, rank - 1)) * (1 - SKETCH_ERROR),
                            sorted.get(Math.min(sorted.size() - 1, rank + 1)) * (1 + SKETCH_ERROR));
        }
    }
}
