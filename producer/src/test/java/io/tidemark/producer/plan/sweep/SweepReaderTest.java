package io.tidemark.producer.plan.sweep;

import static io.tidemark.producer.plan.sweep.SweepFixture.flags;
import static io.tidemark.producer.plan.sweep.SweepFixture.lines;
import static io.tidemark.producer.plan.sweep.SweepFixture.names;
import static io.tidemark.producer.plan.sweep.SweepFixture.plan;
import static io.tidemark.producer.plan.sweep.SweepFixture.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.SweptFlag;
import io.tidemark.producer.plan.read.PlanLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spaces of combinations, and the phases that they become. */
final class SweepReaderTest {
    @Test
    void aGridIsEveryValueWithEveryOtherAfterTheDefaults() {
        Plan plan = plan("""
                grid:
                  max_num_seqs: [64, 128]
                  max-num-batched-tokens: [default, 8192]
                """);

        assertThat(names(plan)).containsExactly("default", "mns64", "mnbt8192-mns64", "mns128", "mnbt8192-mns128");
        assertThat(flags(plan))
                .containsExactly(
                        Map.of("max-num-seqs", "default", "max-num-batched-tokens", "default"),
                        Map.of("max-num-seqs", "64", "max-num-batched-tokens", "default"),
                        Map.of("max-num-seqs", "64", "max-num-batched-tokens", "8192"),
                        Map.of("max-num-seqs", "128", "max-num-batched-tokens", "default"),
                        Map.of("max-num-seqs", "128", "max-num-batched-tokens", "8192"));
        SweepPlan sweep = plan.sweep().orElseThrow();
        assertThat(sweep.phases()).isEqualTo(names(plan));
        assertThat(sweep.defaults()).containsExactly("default");
        assertThat(sweep.flags())
                .containsExactlyInAnyOrder(
                        new SweptFlag("max-num-seqs", List.of("default", "64", "128")),
                        new SweptFlag("max-num-batched-tokens", List.of("default", "8192")));
        assertThat(sweep.repeat()).isEqualTo(3);
        assertThat(sweep.orderSeed()).isEqualTo(7);
        assertThat(plan.baseline()).isEqualTo("default");
    }

    @Test
    void aZipTakesTheListsTogetherAndListedCombinationsKeepTheirNames() {
        Plan plan = plan("""
                combinations:
                  - {name: team choice, flags: {max-num-seqs: 256, enable-prefix-caching: true}}
                zip:
                  tensor-parallel-size: [1, 2]
                  data-parallel-size: [2, 1]
                default: false
                repeat: 5
                order_seed: 11
                """);

        assertThat(names(plan)).containsExactly("team choice", "dps2-tps1", "dps1-tps2");
        assertThat(plan.sweep().orElseThrow().repeat()).isEqualTo(5);
        assertThat(plan.sweep().orElseThrow().orderSeed()).isEqualTo(11);
        assertThat(plan.sweep().orElseThrow().defaults()).isEmpty();
        assertThat(plan.baseline()).isEmpty();
    }

    @Test
    void listedPhasesComeBeforeThoseOfTheSweep() {
        Plan plan = PlanLoader.parse("""
                experiment: tuning
                phases: [{name: today, flags: {dtype: bfloat16}}]
                workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
                steps: [{rate: 2, duration: 1m}]
                sweep: {grid: {max-num-seqs: [64]}}
                """, "plan.yaml", Path.of("."));

        assertThat(names(plan)).containsExactly("today", "default", "mns64");
        assertThat(plan.sweep().orElseThrow().phases()).containsExactly("default", "mns64");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a-b: 1, c-d: x}                                     | {c-d: x, a-b: 1}
            {max_num_seqs: 128, kv_cache_dtype: fp8}             | {kv-cache-dtype: fp8, max-num-seqs: 128}
            {gpu-memory-utilization: 0.90}                       | {gpu-memory-utilization: 0.9}
            """)
    void theSameFlagsHaveTheSameNameHoweverTheyAreWritten(String one, String other) {
        assertThat(names(plan("combinations: [{flags: " + one + "}]")))
                .isEqualTo(names(plan("combinations: [{flags: " + other + "}]")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {max-num-seqs: 128}                                        | mns128
            {kv-cache-dtype: fp8, max-num-seqs: 128}                   | kcd.fp8-mns128
            {enable-prefix-caching: false}                             | epc.false
            {compilation-config.cudagraph_mode: FULL}                  | cc.cm.FULL
            {speculative-config: '{"method": "ngram", "num": 5}'}      | sc.method-ngram-num-5
            {x: 'a/b, c'}                                              | x.a-b-c
            {x: 'a text that is longer than any name should be'}       | x.8df0a1
            """)
    void namesAreMadeOfInitialsAndValues(String flags, String name) {
        String made = names(plan("combinations: [{flags: " + flags + "}]")).get(1);

        if (name.equals("x.8df0a1")) {
            assertThat(made).matches("x\\.[0-9a-f]{6}");
        } else {
            assertThat(made).isEqualTo(name);
        }
    }

    @Test
    void aLongNameIsCutAndEndsWithAHash() {
        String flags = IntStream.range(0, 12)
                .mapToObj(i -> "flag" + i + ": text-of-" + i)
                .collect(Collectors.joining(", "));
        List<String> names = names(plan("combinations: [{flags: {" + flags + "}}]"));

        assertThat(names.get(1)).hasSize(87).matches("f\\.text-of-0-f\\.text-of-1-.*-[0-9a-f]{6}");
    }

    /** max-num-seqs and my-new-switch have the same initials. */
    @Test
    void combinationsThatWouldShareANameAreToldApart() {
        List<String> names = names(plan("grid: {max-num-seqs: [default, 8], my-new-switch: [default, 8]}"));

        assertThat(names).doesNotHaveDuplicates().contains("mns8", "mns8-mns8").hasSize(4);
        assertThat(names).filteredOn(name -> name.matches("mns8-[0-9a-f]{6}")).hasSize(1);
    }

    @Test
    void constraintsLeaveCombinationsOutAndSayHowMany() {
        Plan plan = plan("""
                grid:
                  max-num-seqs: [64, 256, 1024]
                  max-num-batched-tokens: [512, 2048]
                  dtype: [auto, float32]
                where:
                  - max_num_batched_tokens >= max-num-seqs
                  - dtype != "float32" || max_num_seqs < 256
                """);

        assertThat(names(plan))
                .containsExactly(
                        "default",
                        "d.auto-mnbt512-mns64",
                        "d.float32-mnbt512-mns64",
                        "d.auto-mnbt2048-mns64",
                        "d.float32-mnbt2048-mns64",
                        "d.auto-mnbt512-mns256",
                        "d.auto-mnbt2048-mns256",
                        "d.auto-mnbt2048-mns1024");
        assertThat(plan.sweep().orElseThrow().remarks())
                .containsExactly(
                        "sweep.where[0] leaves out 2 of 12 combinations: max_num_batched_tokens >= max-num-seqs",
                        "sweep.where[1] leaves out 3 of 12 combinations: dtype != \"float32\" || max_num_seqs < 256");
    }

    @Test
    void derivedFlagsFollowFromOthersAndMayBeConstrained() {
        Plan plan = plan("""
                grid: {max-num-seqs: [32, 100], tensor-parallel-size: [1, 2]}
                derived:
                  max-num-batched-tokens: MAX(2048, max_num_seqs * 32) / tensor_parallel_size
                  long-prefill-token-threshold: FLOOR(max_num_batched_tokens / 3)
                where: max_num_batched_tokens > 1500
                """);

        assertThat(flags(plan))
                .contains(Map.of(
                        "max-num-seqs", "100",
                        "tensor-parallel-size", "2",
                        "max-num-batched-tokens", "1600",
                        "long-prefill-token-threshold", "533"))
                .hasSize(4);
    }

    @Test
    void aFlagThatIsLeftOutHasTheDefaultThatThePlanStates() {
        String sweep = """
                grid: {max-num-seqs: [default, 512], max-num-batched-tokens: [default, 256]}
                where: max_num_batched_tokens >= max_num_seqs
                """;

        assertThat(problems(sweep))
                .containsExactly(
                        "plan.yaml:7  sweep.where[0] needs the value of max-num-seqs, which a combination"
                                + " (max-num-batched-tokens 256) leaves out: say the server's default in sweep.defaults.max-num-seqs, or"
                                + " give the flag a value in every combination",
                        "plan.yaml:7  sweep.where[0] needs the value of max-num-batched-tokens, which a combination"
                                + " (max-num-seqs 512) leaves out: say the server's default in sweep.defaults.max-num-batched-tokens, or"
                                + " give the flag a value in every combination");
        assertThat(names(plan(sweep + "defaults: {max_num_seqs: 256, max_num_batched_tokens: 2048}")))
                .containsExactly("default", "mnbt256", "mns512");
    }

    @Test
    void drawnCombinationsAreDistinctFeasibleAndOfTheSeed() {
        String sweep = """
                random:
                  count: 40
                  seed: 3
                  space:
                    max-num-seqs: {from: 16, to: 1024, scale: log}
                    gpu-memory-utilization: {from: 0.8, to: 0.95, step: 0.05}
                    max-num-batched-tokens: {from: 512, to: 8192, step: 512}
                    kv-cache-dtype: [default, fp8]
                where: max_num_batched_tokens >= 2 * max_num_seqs
                """;
        Plan plan = plan(sweep);

        assertThat(flags(plan)).hasSize(41).doesNotHaveDuplicates().isEqualTo(flags(plan(sweep)));
        assertThat(flags(plan(sweep.replace("seed: 3", "seed: 4")))).isNotEqualTo(flags(plan));
        assertThat(flags(plan).subList(1, 41)).allSatisfy(flags -> {
            int seqs = Integer.parseInt(flags.get("max-num-seqs"));
            int tokens = Integer.parseInt(flags.get("max-num-batched-tokens"));
            assertThat(seqs).isBetween(16, 1024);
            assertThat(tokens).isGreaterThanOrEqualTo(2 * seqs);
            assertThat(tokens % 512).isZero();
            assertThat(flags.get("gpu-memory-utilization")).isIn("0.8", "0.85", "0.9", "0.95");
        });
        long below128 = flags(plan).stream()
                .filter(flags -> !flags.get("max-num-seqs").equals("default"))
                .filter(flags -> Integer.parseInt(flags.get("max-num-seqs")) < 128)
                .count();
        // Half of the logarithmic range; evenly it would be a ninth.
        assertThat(below128).isGreaterThan(12);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            grid: {}                                         | plan.yaml:6  sweep.grid must have at least one flag with its values
            grid: {a: []}                                    | plan.yaml:6  sweep.grid.a must have at least one value
            grid: {a: [1, 2, 1.0]}                           | plan.yaml:6  sweep.grid.a[2] must be unique but 1.0 is given twice
            grid: {a-b: [1], a_b: [2]}                       | plan.yaml:6  sweep.grid.a_b is given twice: a-b is the same flag
            grid: {api-key: [x]}                             | plan.yaml:6  sweep.grid.api-key must be left out, because the plan is stored with the run and published
            grid: {a: [{api_key: x}]}                        | plan.yaml:6  sweep.grid.a[0].api_key must be left out, because the plan is stored with the run and published
            grid: {a: [null]}                                | plan.yaml:6  sweep.grid.a[0] must have a value; default leaves the flag out
            zip: {a: [1, 2], b: [1]}                         | plan.yaml:6  sweep.zip must have lists of one length but has a with 2, b with 1
            combinations: []                                 | plan.yaml:6  sweep.combinations must have at least one combination
            combinations: [{flags: {a: 1}}, {flags: {a: 1}}] | plan.yaml:6  sweep.combinations[1].flags must be unique but the combination a 1 is given twice
            combinations: [{name: default, flags: {a: 1}}]   | plan.yaml:6  sweep.combinations[0].name must not be default, which is the phase that leaves every swept flag out
            combinations: [{name: x, flags: {a: 1}}, {name: x, flags: {a: 2}}] | plan.yaml:6  sweep.combinations[1] must have a name that no other phase has but was x
            random: {count: 3, space: {a: {from: 4, to: 2}}}  | plan.yaml:6  sweep.random.space.a.to must be greater than from, which is 4, but was 2
            random: {count: 3, space: {a: {from: 0, to: 2, scale: log}}} | plan.yaml:6  sweep.random.space.a.from must be > 0 with scale: log but was 0
            random: {count: 3, space: {a: {from: 0, to: 2, step: -1}}} | plan.yaml:6  sweep.random.space.a.step must be > 0
            random: {count: 3, space: {a: {from: 0.5, to: 2, whole: true}}} | plan.yaml:6  sweep.random.space.a.whole must be false where from or to is no whole number
            random: {count: 3, space: {a: {from: 0, to: many}}} | plan.yaml:6  sweep.random.space.a.to must be a number but was many
            random: {count: 3, space: {}}                    | plan.yaml:6  sweep.random.space must have at least one flag with its choices or its range
            repeat: 2                                        | plan.yaml:6  sweep must have at least one of combinations, grid, zip, random, serve_params, bench_params, sglang
            """)
    void whatCannotBeASpaceIsRefused(String sweep, String problem) {
        assertThat(problems(sweep)).containsExactly(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max_num_seq < 3         | must use flags of the sweep, but max_num_seq is none; did you mean max_num_seqs? but was max_num_seq < 3
            RANDOM() < 1            | must be an expression over flags such as max_num_batched_tokens >= max_num_seqs: Undefined function 'RANDOM' at character 1, but was RANDOM() < 1
            max_num_seqs + 1        | must be true or false but gives 65 where max-num-seqs 64, in "max_num_seqs + 1"
            max_num_seqs / 0 > 1    | cannot be computed where max-num-seqs 64: Division by zero, in "max_num_seqs / 0 > 1"
            max_num_seqs > 100      | must be true for some combination but is never true: "max_num_seqs > 100" is false for all 1
            """)
    void whatCannotBeAConstraintIsRefused(String expression, String rule) {
        assertThat(problems(lines("grid: {max-num-seqs: [64]}", "where: ['" + expression + "']")))
                .containsExactly("plan.yaml:7  sweep.where[0] " + rule);
    }

    @Test
    void constraintsThatNoCombinationMeetsTogetherAreRefused() {
        assertThat(problems(lines("grid: {a: [1, 2]}", "where: [a > 1, a < 2]")))
                .containsExactly(
                        "plan.yaml:6  sweep must leave some combination, but no one of 2 meets all constraints, though"
                                + " each is met by some");
    }

    @Test
    void aCombinationThatIsWrittenOutMustMeetTheConstraints() {
        assertThat(problems(lines("combinations:", "  - flags: {a: 1}", "  - flags: {a: 3}", "where: a < 2")))
                .containsExactly("plan.yaml:8  sweep.combinations[1] must meet sweep.where[0] \"a < 2\" but has a 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"random: {count: 9, space: {a: [1, 2], b: [1, 2]}}"})
    void moreThanTheSpaceHasCannotBeDrawn(String sweep) {
        assertThat(problems(sweep))
                .containsExactly(
                        "plan.yaml:6  sweep.random.count must be at most the number of different combinations of the"
                                + " space that meet the constraints, about 4, but was 9");
    }

    @Test
    void aSweepHasAThousandPhasesAtMost() {
        String values = String.join(
                ", ", IntStream.range(0, 40).mapToObj(String::valueOf).toList());

        assertThat(problems("grid: {a: [" + values + "], b: [" + values + "]}"))
                .containsExactly(
                        "plan.yaml:6  sweep must have at most 1,000 phases but has 1,601; narrow it with where, with"
                                + " fewer values, or draw some: random: {count: 50, space: ...}");
        assertThat(problems("grid: {a: [" + values + "], b: [" + values + "], c: [" + values + "], d: [1, 2]}"))
                .containsExactly(
                        "plan.yaml:6  sweep.grid must have at most 100000 combinations before constraints but has"
                                + " 128000; give fewer values, or draw some of them: random: {count: 50, space: ...}");
    }

    @Test
    void aFlagHasOnePlaceThatSetsIt() {
        assertThat(PlanProblems.of("""
                experiment: tuning
                phases: [{name: today, flags: {max_num_seqs: 3}}]
                workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
                steps: [{rate: 2, duration: 1m}]
                sweep: {grid: {max-num-seqs: [64]}}
                """))
                .containsExactly(
                        "plan.yaml:2  phases must not set max_num_seqs (phase today), which the sweep varies; list such a"
                                + " phase under sweep.combinations");
    }

    @Test
    void aFlagIsOneInAnyCaseOfItsLetters() {
        assertThat(PlanProblems.of("""
                experiment: tuning
                phases: [{name: today, flags: {Max_Num_Seqs: 3}}]
                workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
                steps: [{rate: 2, duration: 1m}]
                sweep: {grid: {max-num-seqs: [64]}}
                """))
                .containsExactly(
                        "plan.yaml:2  phases must not set Max_Num_Seqs (phase today), which the sweep varies; list such a"
                                + " phase under sweep.combinations");
        assertThat(flags(plan(lines("grid: {Max-Num-Seqs: [64, 128]}", "where: Max-Num-Seqs < 100"))))
                .containsExactly(Map.of("max-num-seqs", "default"), Map.of("max-num-seqs", "64"));
    }

    @Test
    void duplicatesOfSeveralSourcesAreTakenOnce() {
        Plan plan = plan("""
                combinations: [{name: ours, flags: {a: 1}}]
                grid: {a: [1, 2]}
                """);

        assertThat(names(plan)).containsExactly("default", "ours", "a2");
        assertThat(plan.sweep().orElseThrow().remarks())
                .containsExactly("combinations that were listed more than once are taken once: 1 left out");
    }
}
