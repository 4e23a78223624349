package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.events.ApiKind;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.plan.Balance;
import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.RequestClassNaming;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanLoaderTest {
    private static final Path FIXTURES = TestResources.path("README.md").resolveSibling("");

    private static final String SMALL = """
            experiment: small
            workload: {kind: synthetic, prompt_tokens: 16, output_tokens: 8-16}
            steps:
              - {rate: 2, duration: 30s}
            """;

    private static Plan parse(String text) {
        return PlanLoader.parse(text, "plan.yaml", FIXTURES);
    }

    private static List<String> problems(String text) {
        InvalidYamlException refused = catchThrowableOfType(InvalidYamlException.class, () -> parse(text));
        return refused.problems().stream().map(YamlProblem::toString).toList();
    }

    @Test
    void theSmallestPlanHasDefaults() {
        Plan plan = parse(SMALL);

        assertThat(plan.team().name()).isEqualTo("default");
        assertThat(plan.phases()).containsExactly(new PhasePlan("default", Map.of()));
        assertThat(plan.api()).isEqualTo(ApiKind.CHAT);
        assertThat(plan.timeouts()).isEqualTo(Timeouts.DEFAULT);
        assertThat(plan.limits()).isEqualTo(LoadLimits.DEFAULT);
        assertThat(plan.workload())
                .isEqualTo(new WorkloadPlan.Synthetic("all", true, LengthRange.of(16), new LengthRange(8, 16)));
        assertThat(plan.steps())
                .containsExactly(new StepPlan(
                        LoadModel.Open.of(new ArrivalPlan.Poisson(2)),
                        new StepPlan.Lasting(Duration.ofSeconds(30)),
                        Duration.ZERO,
                        Duration.ZERO));
    }

    @Test
    void theExampleIsAPlan() throws URISyntaxException {
        Path example = Path.of(Objects.requireNonNull(PlanLoader.class.getResource("plan-example.yaml"))
                .toURI());

        Plan plan = PlanLoader.load(example);

        assertThat(plan.experiment()).isEqualTo("H200 tuning");
        assertThat(plan.phase("moderate").flags()).containsEntry("max-num-seqs", "512");
        assertThat(plan.targets().get(0).scrapeUrls()).containsExactly(URI.create("http://127.0.0.1:8000/metrics"));
        assertThat(plan.steps()).hasSize(3);
        assertThat(plan.objectives()).hasSize(4);
        assertThat(plan.apiKey()).hasValue(new SecretSource.Environment("TIDEMARK_API_KEY"));
    }

    @Test
    void aBadValueIsToldWithLinePathRuleAndValue() {
        assertThat(problems(SMALL.replace("rate: 2", "rate: -1")))
                .containsExactly("plan.yaml:4  steps[0].rate must be > 0 requests per second but was -1");
    }

    @Test
    void aClassWithAMeaningOfItsOwnIsNoPlansToGive() {
        for (String name : List.of("other", "first-request", "one-target")) {
            assertThat(problems(SMALL.replace("kind: synthetic,", "kind: synthetic, class: " + name + ",")))
                    .singleElement()
                    .satisfies(problem -> assertThat(problem)
                            .contains("workload.class must be none of other, one-target and first-request")
                            .endsWith("but was " + name));
        }
        assertThat(RequestClassNaming.NONE.withSuffix("other")).isEqualTo("category/other");
        assertThat(RequestClassNaming.of("chat").withSuffix("other")).isEqualTo("chat/other");
    }

    @Test
    void everyProblemIsToldAtOnceInTheOrderOfTheFile() {
        String text = """
                experiment: x
                sed: 4
                team: Perf Team
                targets:
                  - url: gpu-1
                workload: {kind: synthetic, prompt_tokens: 0, output_tokens: 8}
                steps:
                  - rate: 2
                    duration: 30
                  - rate: 2
                slo:
                  objectives:
                    - ttft_due p100 < 250ms
                timeouts: {first: 2s}
                """;

        assertThat(problems(text))
                .satisfiesExactly(
                        p -> assertThat(p).startsWith("plan.yaml:2  sed is not a known key; did you mean seed?"),
                        p -> assertThat(p).isEqualTo("plan.yaml:3  team must match [a-z0-9-]{1,32} but was Perf Team"),
                        p -> assertThat(p)
                                .isEqualTo(
                                        "plan.yaml:5  targets[0].url must be a URL such as http://host:8000 but was gpu-1"),
                        p -> assertThat(p)
                                .startsWith("plan.yaml:6  workload.prompt_tokens must be a number of tokens >= 1"),
                        p -> assertThat(p)
                                .startsWith(
                                        "plan.yaml:9  steps[0].duration must be a duration > 0 such as 500ms, 30s or 2m (a number needs its unit) but was 30"),
                        p -> assertThat(p).startsWith("plan.yaml:10  steps[1].duration or requests must be given"),
                        p -> assertThat(p)
                                .startsWith("plan.yaml:13  slo.objectives[0] must have its quantile in (0, 1)"),
                        p -> assertThat(p).startsWith("plan.yaml:14  timeouts.first is not a known key"));
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThat(problems("team: perf\n"))
                .containsExactly(
                        "plan.yaml:1  experiment is required",
                        "plan.yaml:1  workload is required",
                        "plan.yaml:1  steps must have at least one step");
    }

    @Test
    void brokenYamlIsToldWithItsLine() {
        assertThat(problems("experiment: x\nsteps: [\n"))
                .singleElement()
                .asString()
                .startsWith("plan.yaml:2  is not valid YAML");
    }

    @Test
    void aTabIsNamedAsWhatIsWrong() {
        assertThat(problems("experiment: x\nsteps:\n\t- rate: 1\n"))
                .singleElement()
                .asString()
                .startsWith("plan.yaml:3  is not valid YAML: ")
                .contains("TAB");
    }

    @Test
    void anAliasIsRefusedAsNothingResolvesIt() {
        assertThat(problems(SMALL + "labels: {a: &x y, b: *x}\n"))
                .containsExactly("plan.yaml:5  must not hold the alias *x: anchors are not resolved");
    }

    @Test
    void aTargetMayHaveItsApiElsewhere() {
        TargetPlan target = parse(SMALL
                        + "targets: [{url: 'http://h:1', endpoint: '/v3/chat/completions?v=1', models: /v3/models}]\n")
                .targets()
                .get(0);

        assertThat(target.paths().requests()).contains("/v3/chat/completions?v=1");
        assertThat(target.paths().models()).contains("/v3/models");
        assertThat(target.scrapeUrls()).containsExactly(URI.create("http://h:1/metrics"));
    }

    @Test
    void aPartOfAMixtureHasNoModelAndTheMessageSaysWhatToDo() {
        String text = """
                experiment: adapters
                workload:
                  kind: mixture
                  parts:
                    - {kind: synthetic, prompt_tokens: 16, output_tokens: 8}
                    - {kind: synthetic, model: sql, prompt_tokens: 16, output_tokens: 8}
                steps: [{rate: 2, duration: 30s}]
                """;

        assertThat(problems(text))
                .containsExactly(
                        "plan.yaml:6  workload.parts[1].model must be left out: a run asks one model. Make one run for"
                                + " each model, with --model");
    }

    @Test
    void aQueryOfAUrlIsNotDropped() {
        assertThat(problems(SMALL + "targets: [{url: 'http://h:1/openai?api-version=1'}]\n"))
                .containsExactly(
                        "plan.yaml:5  targets[0].url must have no query and no fragment; the path of requests with"
                                + " its query is endpoint");
        assertThat(problems(SMALL + "targets: [{url: 'http://h:1', endpoint: v3/chat/completions}]\n"))
                .containsExactly(
                        "plan.yaml:5  targets[0].endpoint must be a path such as /v3/chat/completions, perhaps with"
                                + " a query but was v3/chat/completions");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "url      | url: 'http://h:1/?api-key=hush' | api-key",
                "scrape[0] | url: 'http://h:1', scrape: ['http://h:1/metrics?a=b&token=hush'] | token",
                "endpoint | url: 'http://h:1', endpoint: '/v1/chat/completions?api-version=1&subscriptionKey=hush' | subscriptionKey",
                "endpoint | url: 'http://h:1', endpoint: '/v1/completions?code=hush' | code",
                "endpoint | url: 'http://h:1', endpoint: 'v1/completions?sig=hush' | sig",
                "models   | url: 'http://h:1', models: '/v1/models?key=hush' | key"
            })
    void aSecretInAQueryIsRefusedAndNotRepeated(String key, String target, String parameter) {
        assertThat(problems(SMALL + "targets: [{" + target + "}]\n"))
                .contains("plan.yaml:5  targets[0]." + key + " must not have a secret such as " + parameter
                        + " in its query, because the plan is stored with the run and published: send it as a header, in"
                        + " request.headers with {env: NAME} or {file: path}")
                .noneMatch(problem -> problem.contains("hush"));
    }

    @Test
    void otherParametersOfAQueryStay() {
        String path = "/v1/chat/completions?api-version=2025-01-01&language_code=en&max_tokens=5&key=";

        assertThat(parse(SMALL + "targets: [{url: 'http://h:1', endpoint: '" + path + "'}]\n")
                        .targets()
                        .get(0)
                        .paths()
                        .requests())
                .contains(path);
    }

    @Test
    void aKeyGivenTwiceIsRefused() {
        assertThat(problems(SMALL + "experiment: y\n")).containsExactly("plan.yaml:5  experiment is given twice");
    }

    @Test
    void twoPhasesWithNamesThatAreTooLongAreNotOneGivenTwice() {
        String longer = "x".repeat(101);
        assertThat(problems(SMALL + "phases: [{name: " + longer + "a}, {name: " + longer + "b}]\n"))
                .hasSize(2)
                .allMatch(problem -> problem.contains("name must be 1 to 100 characters without '/'"));
    }

    @Test
    void filesMustBeReadable() {
        String text = SMALL.replace(
                "{kind: synthetic, prompt_tokens: 16, output_tokens: 8-16}",
                "{kind: prompts, format: jsonl, file: no.jsonl}");

        assertThat(problems(text))
                .singleElement()
                .asString()
                .startsWith("plan.yaml:2  workload.file must be a readable file (looked at ")
                .endsWith("but was no.jsonl");
    }

    @Test
    void traceArrivalsNeedATraceAndNoRate() {
        assertThat(problems(SMALL + "arrivals: trace\n"))
                .containsExactly(
                        "plan.yaml:4  steps[0].rate must be left out with arrivals: trace; use speed_up",
                        "plan.yaml:5  arrivals must not be trace unless workload.kind is trace");
    }

    @Test
    void keysAreNeverInThePlanItself() {
        assertThat(problems(SMALL + "api_key: {key: sk-1}\n"))
                .contains(
                        "plan.yaml:5  api_key must have either 'env' (name of a variable) or 'file', never the secret itself");
    }

    @Test
    void aKeyFileThatIsNotThereIsOneProblem() {
        assertThat(problems(SMALL + "api_key: {file: absent.txt}\n"))
                .singleElement()
                .asString()
                .startsWith("plan.yaml:5  api_key.file must be a readable file (looked at ");
    }

    @Test
    void aPortThatCannotBeIsRefusedWithItsUrl() {
        assertThat(problems(SMALL + "targets: [{url: \"http://gpu-1:99999\"}]\n"))
                .containsExactly("plan.yaml:5  targets[0].url must be a URL such as http://host:8000 but was"
                        + " http://gpu-1:99999");
    }

    @Test
    void targetsShareTheLoadByWeightAndAPhaseMayBalanceDifferently() {
        Plan plan = parse(SMALL + """
                balance: weights
                targets: [{url: "http://a:1", weight: 3}, {url: "http://b:1"}]
                phases: [{name: plain}, {name: sticky, balance: conversation}]
                """);

        assertThat(plan.targets()).extracting(TargetPlan::weight).containsExactly(3, 1);
        assertThat(plan.balance()).isEqualTo(Balance.WEIGHTS);
        assertThat(plan.phase("plain").balance()).isEmpty();
        assertThat(plan.phase("sticky").balance()).hasValue(Balance.CONVERSATION);
    }

    @Test
    void aWeightThatNothingLooksAtIsRefused() {
        assertThat(problems(SMALL + "targets: [{url: \"http://a:1\", weight: 3}, {url: \"http://b:1\"}]\n"))
                .containsExactly("plan.yaml:5  targets[0].weight needs balance: weights or balance: conversation");
        assertThat(problems(SMALL + "balance: weights\ntargets: [{url: \"http://a:1\", weight: 1001}]\n"))
                .containsExactly("plan.yaml:6  targets[0].weight must be a whole number in 1 to 1000 but was 1001");
    }

    @Test
    void noTargetMayHaveTheNameOfAllOfThem() {
        assertThat(problems(SMALL + "targets: [{url: \"http://a:1\", name: all targets}]\n"))
                .containsExactly(
                        "plan.yaml:5  targets[0].name must not be \"all targets\", which names all targets of a"
                                + " run together");
    }

    @Test
    void aMissingFileIsAProblemOfItsOwn() {
        InvalidYamlException refused = catchThrowableOfType(
                InvalidYamlException.class, () -> PlanLoader.load(FIXTURES.resolve("absent.yaml")));

        assertThat(refused).hasMessageEndingWith("absent.yaml:1  the file does not exist");
    }

    @Test
    void theWorkloadsDigestFollowsTheWorkloadAndNothingElse() {
        Plan base = parse(SMALL);

        assertThat(parse("# a comment\n" + SMALL).planHash()).isEqualTo(base.planHash());
        assertThat(parse(SMALL.replace("rate: 2", "rate: 3")).workloadHash()).isEqualTo(base.workloadHash());
        assertThat(parse(SMALL.replace("8-16", "8-17")).workloadHash()).isNotEqualTo(base.workloadHash());
    }

    @Test
    void whatIsNoReadableTextIsRefusedLikeAnyBrokenPlan() {
        InvalidYamlException refused =
                catchThrowableOfType(InvalidYamlException.class, () -> PlanLoader.load(FIXTURES));
        assertThat(refused).hasMessageContaining(FIXTURES.toString()).hasMessageContaining("cannot be read");
    }
}
