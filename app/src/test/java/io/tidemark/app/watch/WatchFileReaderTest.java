package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.watch.WatchedPlan.Confirmation;
import io.tidemark.app.watch.WatchedPlan.MissedRuns;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.schemas.Team;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WatchFileReaderTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void writePlan() throws IOException {
        Files.writeString(folder.resolve("plan.yaml"), """
                experiment: soak
                targets: [ { url: "http://localhost:8000" } ]
                phases: [ { name: base }, { name: tuned } ]
                workload: { kind: synthetic, prompt_tokens: 64, output_tokens: 16 }
                steps: [ { rate: 2, duration: 30m, warm_up: 1m } ]
                """);
    }

    @Test
    void aPhaseWithALoadOfItsOwnTakesAsLongAsThat() throws IOException {
        Files.writeString(folder.resolve("bench.json"), "[{\"request_rate\": 2, \"num_prompts\": 600}]");
        Files.writeString(folder.resolve("swept.yaml"), """
                experiment: soak
                targets: [ { url: "http://localhost:8000" } ]
                workload: { kind: synthetic, prompt_tokens: 64, output_tokens: 16 }
                steps: [ { rate: 2, duration: 30m, warm_up: 1m } ]
                sweep: { bench_params: bench.json }
                """);
        WatchFile file = read("""
                plans:
                  - { name: nightly, plan: swept.yaml, schedule: continuous }
                """);

        // 600 requests at 2 a second, and the warm-up
        assertThat(file.plans().get(0).length()).isEqualTo(Duration.ofMinutes(6));
        assertThat(file.plans().get(0).measured()).isEmpty();
    }

    @Test
    void everyKeyIsRead() {
        WatchFile file = read("""
                team: perf
                timezone: Europe/Berlin
                blackouts:
                  - { begin: "0 4 * * SUN", length: 2h, reason: backup }
                  - { from: "2026-12-24T00:00:00Z", until: "2026-12-27T00:00:00Z" }
                plans:
                  - name: nightly
                    plan: plan.yaml
                    phase: tuned
                    set: [ "steps[0].rate=3" ]
                    target: http://gpu-1:8000
                    schedule: "0 2 * * *"
                    missed: skip
                    before_run: ./restart.sh
                    baseline: main
                    confirm: { runs: 3, fresh_server: true }
                  - name: soak
                    plan: plan.yaml
                    schedule: continuous
                  - name: tried
                    plan: plan.yaml
                    simulate: demo-tuned
                    schedule: continuous
                """);

        assertThat(file.team()).isEqualTo(new Team("perf"));
        WatchedPlan nightly = file.plans().get(0);
        assertThat(nightly.phase()).isEqualTo("tuned");
        assertThat(nightly.target()).isEqualTo(URI.create("http://gpu-1:8000"));
        assertThat(nightly.schedule().nextDue(Instant.parse("2026-11-25T12:00:00Z")))
                .contains(Instant.parse("2026-11-26T01:00:00Z"));
        assertThat(nightly.missed()).isEqualTo(MissedRuns.SKIP);
        assertThat(nightly.beforeRun()).contains("./restart.sh");
        assertThat(nightly.confirmation()).contains(new Confirmation(3, true));
        assertThat(nightly.length()).isEqualTo(Duration.ofMinutes(31));
        assertThat(nightly.measured()).contains(Duration.ofMinutes(30));
        WatchedPlan soak = file.plans().get(1);
        assertThat(soak.phase()).isEqualTo("base");
        assertThat(soak.target()).isEqualTo(URI.create("http://localhost:8000"));
        assertThat(soak.missed()).isEqualTo(MissedRuns.ONCE);
        assertThat(soak.baseline()).isEqualTo(Optional.empty());
        assertThat(file.plans().get(2).simulatedProfile()).contains("demo-tuned");
        assertThat(soak.simulatedProfile()).isEmpty();
        assertThat(file.blackouts()
                        .next(Instant.parse("2026-11-29T04:00:00Z"))
                        .orElseThrow()
                        .reason())
                .isEqualTo("backup");
    }

    @Test
    void everyProblemIsNamedWithItsLineValueAndRule() {
        assertThatThrownBy(() -> read("""
                        timezone: Berlin
                        plans:
                          - name: Nightly
                            plan: plan.yaml
                            schedule: "61 2 * * *"
                          - name: a
                            plan: none.yaml
                            schedule: continuous
                          - name: b
                            plan: plan.yaml
                            phase: fast
                            schedule: continuous
                            confirm: { runs: 21, fresh_server: true }
                          - name: b
                            plan: plan.yaml
                            simulate: demo-tuned
                            target: http://localhost:8000
                            every: 1d
                        """))
                .isInstanceOf(InvalidYamlException.class)
                .hasMessageContaining(
                        "watch.yaml:1  timezone must be a time zone such as UTC or Europe/Berlin but was Berlin")
                .hasMessageContaining("watch.yaml:3  plans[0].name must be 1 to 64 lower-case letters")
                .hasMessageContaining("but was Nightly")
                .hasMessageContaining("watch.yaml:5  plans[0].schedule must be continuous, or the five fields of cron")
                .hasMessageContaining("but was 61 2 * * *")
                .hasMessageContaining("watch.yaml:7  plans[1].plan must be a plan that can be run but was none.yaml")
                .hasMessageContaining("the file does not exist")
                .hasMessageContaining("watch.yaml:11  plans[2].phase")
                .hasMessageContaining("plans[2].confirm.runs must be a whole number from 1 to 20 but was 21")
                .hasMessageContaining("plans[2].confirm needs a baseline beside it")
                .hasMessageContaining("plans[2].confirm.fresh_server needs before_run")
                .hasMessageContaining("plans[3].name must be unique but b is given twice")
                .hasMessageContaining("plans[3].schedule is required")
                .hasMessageContaining("plans[3].simulate goes with neither target nor before_run")
                .hasMessageContaining("plans[3].every is not a known key");
    }

    @Test
    void aSecretInTheQueryOfATargetIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> read("""
                        plans:
                          - { name: a, plan: plan.yaml, schedule: continuous, target: "http://h:1/?api-key=hush" }
                          - { name: b, plan: plan.yaml, schedule: continuous, set: [ "targets[0].endpoint=/v1/completions?sig=hush" ] }
                          - { name: c, plan: plan.yaml, schedule: continuous, target: "http://h:1/?a=b" }
                        """))
                .isInstanceOf(InvalidYamlException.class)
                .hasMessageContaining("plans[0].target must not have a secret such as api-key in its query")
                .hasMessageContaining("must not have a secret such as sig in its query")
                .hasMessageContaining("plans[2].target must have no query and no fragment")
                .hasMessageNotContaining("hush");
    }

    private WatchFile read(String text) {
        return WatchFileReader.parse(text, folder.resolve("watch.yaml"), new KnownKeys());
    }
}
