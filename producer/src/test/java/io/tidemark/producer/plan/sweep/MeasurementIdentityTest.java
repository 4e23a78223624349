package io.tidemark.producer.plan.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.plan.sweep.MeasurementIdentity.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may stand for what after a sweep was interrupted. */
final class MeasurementIdentityTest {
    private static final String PLAN = """
            # a comment
            experiment: night
            workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
            steps: [{rate: 2, duration: 2m}]
            slo: {objectives: [errors < 1%]}
            """;
    private static final Environment THERE =
            new Environment("vllm serve M ${flags}", "0.11.0", Map.of("gpu", "H100", "driver", "570.86"));
    private static final PhasePlan PHASE = new PhasePlan("mns64", Map.of("max_num_seqs", "64"));

    private static Plan plan(String text) {
        return PlanLoader.parse(text, "plan.yaml", Path.of("."));
    }

    private static MeasurementIdentity identity(String text) {
        return MeasurementIdentity.of(plan(text), PHASE, THERE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # a comment         | # another
            experiment: night   | experiment: day
            steps: [{rate: 2, duration: 2m}] | steps:  [ {rate: 2, duration: 2m} ]
            """)
    void whatDoesNotChangeAMeasurementIsNoPartOfIt(String text, String other) {
        assertThat(identity(PLAN).differences(identity(PLAN.replace(text, other))))
                .isEmpty();
        assertThat(identity(PLAN.replace(text, other)).hash())
                .isEqualTo(identity(PLAN).hash());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rate: 2            | rate: 3            | the plan's load (steps, arrivals, limits, request, seed) was another
            experiment: night  | seed: 9            | the plan's load (steps, arrivals, limits, request, seed) was another
            errors < 1%        | errors < 2%        | the plan's objectives was another
            prompt_tokens: 100 | prompt_tokens: 101 | the workload or one of its files was another
            """)
    void whatThePlanAsksForIsPartOfIt(String text, String other, String description) {
        String changed = other.startsWith("seed") ? PLAN.replace(text, text + "\n" + other) : PLAN.replace(text, other);

        assertThat(identity(PLAN).differences(identity(changed)))
                .singleElement()
                .satisfies(difference -> assertThat(difference).startsWith(description + " (SHA-256 "));
        assertThat(identity(changed).hash()).isNotEqualTo(identity(PLAN).hash());
    }

    @Test
    void everyOtherPartIsNamedWithWhatItWasAndIs() {
        MeasurementIdentity before = identity(PLAN);
        MeasurementIdentity now = MeasurementIdentity.of(
                plan(PLAN),
                new PhasePlan("x", Map.of("max-num-seqs", "128", "dtype", "auto")),
                new Environment("vllm serve OTHER", "", Map.of("gpu", "H200", "host", "b")));

        assertThat(before.differences(now))
                .hasSize(7)
                .element(0)
                .asString()
                .startsWith("the command of the server was another");
        assertThat(before.differences(now).subList(1, 7))
                .isEqualTo(List.of(
                        "flag dtype was not given and is auto",
                        "flag max-num-seqs was 64 and is 128",
                        "the version of the server was 0.11.0 and is not known",
                        "the machine's driver was 570.86 and is not given",
                        "the machine's gpu was H100 and is H200",
                        "the machine's host was not given and is b"));
    }

    @Test
    void spellingsOfFlagsAreOne() {
        PhasePlan other = new PhasePlan("y", Map.of("max-num-seqs", "64.0"));

        assertThat(MeasurementIdentity.of(plan(PLAN), other, THERE)).isEqualTo(identity(PLAN));
    }

    @Test
    void itIsReadAsItWasWritten() {
        MeasurementIdentity identity = identity(PLAN);

        assertThat(MeasurementIdentity.parse(identity.json())).isEqualTo(identity);
        assertThatThrownBy(() -> MeasurementIdentity.parse("[]"))
                .hasMessage("must be the identity of a measurement, but was []");
        assertThatThrownBy(() -> MeasurementIdentity.parse("{")).hasMessageStartingWith("must be JSON: ");
    }
}
