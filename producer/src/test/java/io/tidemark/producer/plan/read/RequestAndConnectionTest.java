package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.events.Outcome;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.HeaderPlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.RequestPlan.ExactKey;
import io.tidemark.producer.plan.RequestPlan.LimitKey;
import io.tidemark.producer.plan.RetryPlan;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestAndConnectionTest {
    private static final Path FIXTURES = TestResources.path("README.md").resolveSibling("");
    private static final String SMALL = """
            experiment: small
            workload: {kind: synthetic, prompt_tokens: 16, output_tokens: 8}
            steps:
              - {rate: 2, duration: 30s}
            """;

    private static Plan parse(String text) {
        return PlanLoader.parse(SMALL + text, "plan.yaml", FIXTURES);
    }

    private static List<String> problems(String text) {
        InvalidYamlException refused = catchThrowableOfType(InvalidYamlException.class, () -> parse(text));
        return refused.problems().stream().map(YamlProblem::toString).toList();
    }

    @Test
    void leftOutTheyAreWhatEveryServerUnderstands() {
        Plan plan = parse("");

        assertThat(plan.request()).isEqualTo(RequestPlan.DEFAULT);
        assertThat(plan.connection()).isEqualTo(ConnectionPlan.DEFAULT);
        assertThat(plan.retries()).isEqualTo(RetryPlan.OFF);
        assertThat(plan.retries().attempts()).isEqualTo(1);
    }

    @Test
    void aRequestIsAskedAsThePlanSays() {
        RequestPlan request = parse("""
                request:
                  stream: false
                  temperature: 0
                  n: 2
                  max_tokens_key: both
                  exact_output_by: [min_tokens]
                  trace_sampled: true
                  headers: {X-Tenant: blue, Authorization: {env: OTHER}}
                  extra_body: {top_k: 5, seed: "5", think: false, nested: {stop: [a, null], p: 0.25}}
                """).request();

        assertThat(request.stream()).isFalse();
        assertThat(request.temperature()).hasValue(0);
        assertThat(request.choices()).isEqualTo(2);
        assertThat(request.limitKey()).isEqualTo(LimitKey.BOTH);
        assertThat(request.exactKeys()).isEqualTo(Set.of(ExactKey.MIN_TOKENS));
        assertThat(request.traceSampled()).isTrue();
        assertThat(request.headers())
                .containsExactly(
                        new HeaderPlan.Plain("x-tenant", "blue"),
                        new HeaderPlan.Secret("authorization", new SecretSource.Environment("OTHER")));
        assertThat(request.extraBody())
                .isEqualTo(
                        "{\"top_k\":5,\"seed\":\"5\",\"think\":false,\"nested\":{\"stop\":[\"a\",null],\"p\":0.25}}");
    }

    @Test
    void aConnectionIsMadeAsThePlanSays() {
        ConnectionPlan connection = parse("""
                connection:
                  ca: README.md
                  cert: README.md
                  key: README.md
                  proxy: http://proxy:3128
                  proxy_user: {env: PROXY_USER}
                  http: 2
                  streams: 50
                  keep_alive: reuse
                  idle: 5s
                  requests: 100
                """).connection();

        Path file = FIXTURES.resolve("README.md");
        assertThat(connection.tls().ca()).hasValue(file);
        assertThat(connection.tls().identity()).hasValue(new ConnectionPlan.Identity(file, file));
        assertThat(connection.proxy().orElseThrow().port()).isEqualTo(3128);
        assertThat(connection.proxy().orElseThrow().user()).hasValue(new SecretSource.Environment("PROXY_USER"));
        assertThat(connection.http()).isEqualTo(new ConnectionPlan.Http(ConnectionPlan.Version.HTTP_2, 50));
        assertThat(connection.keepAlive())
                .isEqualTo(new ConnectionPlan.KeepAlive(true, Duration.ofSeconds(5), 100, true));
    }

    @Test
    void connectionsAreOpenAheadUnlessEachRequestHasItsOwn() {
        assertThat(parse("").connection().keepAlive().openAhead()).isTrue();
        assertThat(parse("connection: {open_ahead: false}\n")
                        .connection()
                        .keepAlive()
                        .openAhead())
                .isFalse();
        assertThat(parse("connection: {keep_alive: close}\n")
                        .connection()
                        .keepAlive()
                        .openAhead())
                .isFalse();
        assertThatThrownBy(() -> parse("connection: {keep_alive: close, open_ahead: true}\n"))
                .hasMessageContaining("open_ahead must not be true where keep_alive is close");
    }

    @Test
    void retriesNameWhatIsTriedAgain() {
        RetryPlan retries = parse("retries: {attempts: 3, on: [refused, 429, 503], backoff: 200ms}\n")
                .retries();

        assertThat(retries)
                .isEqualTo(
                        new RetryPlan(3, Set.of(Outcome.CONNECTION_REFUSED), Set.of(429, 503), Duration.ofMillis(200)));
    }

    @Test
    void aSecretInTheBodyOrAFlagIsRefusedAndNotRepeated() {
        List<String> problems = problems("""
                request:
                  extra_body:
                    nested: [{auth: {apiKey: hush-1}}]
                    access_token: hush-2
                    truncate_prompt_tokens: 5
                    stop_token: "</s>"
                    api_key:
                phases: [{name: a, flags: {api-key: hush-3, max-num-batched-tokens: 8192, tokenizer: auto}}]
                """);

        assertThat(problems)
                .hasSize(3)
                .noneMatch(problem -> problem.contains("hush"))
                .anyMatch(problem -> problem.contains("request.extra_body.nested[].auth.apiKey must not be a secret"))
                .anyMatch(problem -> problem.contains("request.extra_body.access_token must not be a secret"))
                .anyMatch(problem -> problem.contains("phases[0].flags.api-key must be left out"));
    }

    @Test
    void aSecretInPlainTextIsRefusedAndNotRepeated() {
        List<String> problems = problems("""
                request: {headers: {x-api-key: hush-1, cookie: hush-2}}
                connection: {proxy: "http://me:hush-3@proxy:3128"}
                targets: [{url: "http://me:hush-4@gpu-1"}]
                """);

        assertThat(problems)
                .containsExactly(
                        "plan.yaml:5  request.headers.x-api-key must be a secret: write {env: NAME} or {file: path}, never the value itself",
                        "plan.yaml:5  request.headers.cookie must be a secret: write {env: NAME} or {file: path}, never the value itself",
                        "plan.yaml:6  connection.proxy must be a URL without a user and password",
                        "plan.yaml:7  targets[0].url must be a URL without a user and password");
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        List<String> problems = problems("""
                request: {stream: false, continuous_usage: true, extra_body: {model: x}, headers: {host: y}}
                connection: {cert: README.md, insecure: true, ca: README.md, streams: 4, proxy: https://p}
                retries: {attempts: 3, on: [200]}
                slo: {objectives: [ttft p95 < 1s, e2e p95 < 9s]}
                """);

        assertThat(problems)
                .containsExactlyInAnyOrder(
                        "plan.yaml:5  request.continuous_usage must not be true without a stream",
                        "plan.yaml:5  request.extra_body must not hold model, which has a key of its own",
                        "plan.yaml:5  request.headers.host must be the name of a header that the client does not set itself",
                        "plan.yaml:6  connection.cert must be given together with key",
                        "plan.yaml:6  connection.insecure must not be true together with ca",
                        "plan.yaml:6  connection.streams must be left out unless http is 2",
                        "plan.yaml:6  connection.proxy must be an HTTP proxy such as http://proxy:3128 but was https://p",
                        "plan.yaml:7  retries.on[0] must be refused, reset, dns, tls, connect_timeout or an HTTP status from 400 to 599 but was 200",
                        "plan.yaml:7  retries.on must name at least one error to retry, such as [refused, 503]",
                        "plan.yaml:8  slo must not ask for ttft, tpot or itl with request.stream: false, but has \"ttft p95 < 1s\"");
    }

    @Test
    void namesOfAServersAnswersAreRead() {
        RequestPlan request = PlanLoader.parse(
                        SMALL
                                + "request: {stream_options: false, reasoning_fields: [musing], finish_reasons: [odd, x.y]}",
                        "plan.yaml",
                        FIXTURES)
                .request();

        assertThat(request.streamOptions()).isFalse();
        assertThat(request.answers()).isEqualTo(new RequestPlan.AnswerNames(Set.of("musing"), Set.of("odd", "x.y")));
        assertThat(problems("request: {stream_options: false, continuous_usage: true, reasoning_fields: [a b]}"))
                .containsExactlyInAnyOrder(
                        "plan.yaml:5  request.reasoning_fields[0] must be a name of 1 to 64 letters, digits, '_', '-' or '.' but was a b",
                        "plan.yaml:5  request.continuous_usage must not be true with stream_options: false, which carries it");
    }

    @Test
    void objectiveThatAnswersOfOneTokenCannotHaveIsRefused() {
        String slo = "slo: {objectives: [tpot p95 < 50ms, ttft p95 < 1s]}";

        assertThatThrownBy(() -> PlanLoader.parse(
                        SMALL.replace("output_tokens: 8", "output_tokens: 1") + slo, "plan.yaml", FIXTURES))
                .hasMessageEndingWith(
                        "slo must not ask for tpot or itl where the workload's answers have one token, but has \"tpot p95 < 50ms\"");
        assertThat(PlanLoader.parse(
                                SMALL.replace("output_tokens: 8", "output_tokens: 1-2") + slo, "plan.yaml", FIXTURES)
                        .objectives())
                .hasSize(2);
    }
}
