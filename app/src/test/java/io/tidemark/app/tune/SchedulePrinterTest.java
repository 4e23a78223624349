package io.tidemark.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.reports.compare.SweepSchedule;
import io.tidemark.reports.compare.SweepSchedule.Design;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Estimates of starts, and what a dry run prints. */
final class SchedulePrinterTest {
    private static final Plan PLAN = PlanLoader.parse("""
            experiment: night
            seed: 5
            workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
            steps: [{rate: 2, duration: 2m, warm_up: 30s}, {rate: 4, duration: 2m, warm_up: 30s}]
            sweep:
              grid: {max-num-seqs: [64, 128, 4096], max-num-batched-tokens: [2048]}
              where: max_num_seqs <= 1024
              repeat: 2
            """, "plan.yaml", Path.of("."));
    private static final Instant BEGIN = Instant.parse("2026-11-25T22:00:00Z");

    private static Design design() {
        return new Design(PLAN.sweep().orElseThrow().phases(), Set.of("default"), 2, 5);
    }

    @Test
    void aStartIsSixtySecondsAndThePlanUntilOneWasMeasured() {
        StartEstimates unknown = StartEstimates.of(PLAN);
        StartEstimates measured = unknown.withStartUp("default", Duration.ofSeconds(90))
                .withStartUp("default", Duration.ofSeconds(110))
                .withStartUp("mnbt2048-mns64", Duration.ofSeconds(200));

        assertThat(unknown.apply("default")).isEqualTo(Duration.ofMinutes(6));
        assertThat(measured.startUp("default")).isEqualTo(Duration.ofSeconds(100));
        assertThat(measured.startUp("mnbt2048-mns64")).isEqualTo(Duration.ofSeconds(200));
        assertThat(measured.startUp("mnbt2048-mns128")).isEqualTo(Duration.ofSeconds(110));
        assertThat(unknown.hasMeasuredStarts()).isFalse();
        assertThat(measured.hasMeasuredStarts()).isTrue();
        assertThat(unknown.areComplete()).isTrue();
        assertThatThrownBy(() -> unknown.apply("other"))
                .hasMessage("a phase must be one of [default, mnbt2048-mns64, mnbt2048-mns128] but was other");
    }

    @Test
    void aDryRunPrintsEveryStartItsCommandTheTotalAndTheEnd() {
        StartEstimates estimates = StartEstimates.of(PLAN);
        SchedulePrinter printer =
                new SchedulePrinter(PLAN, estimates, phase -> "vllm serve M # " + phase.name(), BEGIN, ZoneOffset.UTC);

        assertThat(printer.lines(SweepSchedule.of(design(), estimates)))
                .containsExactly(
                        "note: sweep.where[0] leaves out 1 of 3 combinations: max_num_seqs <= 1024",
                        "3 configurations, 6 starts in 2 blocks",
                        "",
                        "default  no flags  (2 x 6 min)",
                        "    vllm serve M # default",
                        "mnbt2048-mns64  max-num-batched-tokens=2048 max-num-seqs=64  (2 x 6 min)",
                        "    vllm serve M # mnbt2048-mns64",
                        "mnbt2048-mns128  max-num-batched-tokens=2048 max-num-seqs=128  (2 x 6 min)",
                        "    vllm serve M # mnbt2048-mns128",
                        "",
                        "start  block  phase            at          takes  flags",
                        "    1      1  mnbt2048-mns128  22:00       6 min  max-num-batched-tokens=2048 max-num-seqs=128",
                        "    2      1  mnbt2048-mns64   22:06       6 min  max-num-batched-tokens=2048 max-num-seqs=64",
                        "    3      1  default          22:12       6 min  no flags",
                        "    4      2  default          22:18       6 min  no flags",
                        "    5      2  mnbt2048-mns64   22:24       6 min  max-num-batched-tokens=2048 max-num-seqs=64",
                        "    6      2  mnbt2048-mns128  22:30       6 min  max-num-batched-tokens=2048 max-num-seqs=128",
                        "",
                        "takes about 36 min, until 2026-11-25 22:36",
                        "a start is taken to need 1 min until its server is ready; measured times replace that as soon as there"
                                + " are any");
    }

    @Test
    void aBudgetIsSaidWithWhatItLeavesOut() {
        StartEstimates estimates = StartEstimates.of(PLAN).withStartUp("default", Duration.ofSeconds(60));
        SchedulePrinter printer = new SchedulePrinter(PLAN, estimates, phase -> "serve", BEGIN, ZoneOffset.UTC);
        SweepSchedule cut = SweepSchedule.within(Duration.ofMinutes(26), design(), estimates);

        assertThat(printer.lines(cut))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(
                                "the budget has room for 4 of 6 starts: 2 phases run 2 times each; 1 phases, drawn at random,"
                                        + " are not measured: mnbt2048-mns"))
                .contains("takes about 24 min, until 2026-11-25 22:24, of a budget of 26 min")
                .contains("a start takes what starts took so far");
    }
}
