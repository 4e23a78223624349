package io.tidemark.alerts.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.kind.RuleSettings;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.producer.yaml.YamlProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each problem of a file has its line, its place, its value and the rule. */
final class AlertsFileReaderTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsLeftOutIsAsByDefault() {
        AlertsFile file = parse("""
                receivers: [ { name: a, webhook: { url: "http://h/1" } } ]
                routes: [ { receivers: a } ]
                rules:
                  PipelineLag: { for: 2m, urgent: true, severity: page, limit: 90 }
                """, Map.of());
        assertThat(file.inhibit()).isTrue();
        assertThat(file.rule(AlertKind.SLO_BREACH)).isEqualTo(AlertKind.SLO_BREACH.defaults());
        RuleSettings lag = file.rule(AlertKind.PIPELINE_LAG);
        assertThat(lag.holdFor()).isEqualTo(Duration.ofMinutes(2));
        assertThat(lag.limit()).hasValue(90);
        assertThat(lag.urgent()).isTrue();
        assertThat(file.receivers().get(0).connection()).isEqualTo(Connection.DEFAULT);
    }

    @Test
    void aSecretIsReadFromTheEnvironmentOrAFileAndPrintsAsStars() throws Exception {
        Files.writeString(folder.resolve("key"), "fr0m-file\n");
        AlertsFile file = parse("""
                receivers:
                  - { name: a, pagerduty: { routing_key: { file: key } } }
                  - { name: b, slack: { url: { env: SLACK } } }
                routes: [ { receivers: [ a, b ] } ]
                """, Map.of("SLACK", "https://hooks.slack.com/services/T/B/x"));
        ReceiverKind.PagerDuty pager =
                (ReceiverKind.PagerDuty) file.receivers().get(0).kind();
        assertThat(pager.routingKey().reveal()).isEqualTo("fr0m-file");
        assertThat(file.toString()).doesNotContain("fr0m-file", "T/B/x").contains("https://hooks.slack.com/***");
    }

    @Test
    void aWebhookWhoseQueryHoldsASecretPrintsAsStars() {
        AlertsFile file = parse("""
                receivers:
                  - { name: a, webhook: { url: "https://h/hook?team=perf&token=hush" } }
                  - { name: b, webhook: { url: "https://h/hook?team=perf" } }
                routes: [ { receivers: [ a, b ] } ]
                """, Map.of());

        assertThat(file.receivers())
                .extracting(receiver -> receiver.kind().place())
                .containsExactly("https://h/***", "https://h/hook?team=perf");
        assertThat(file.toString()).doesNotContain("hush");
    }

    @Test
    void argumentsOfAProgramPrintAsStars() {
        AlertsFile file = parse("""
                receivers:
                  - { name: a, command: { command: [ /usr/bin/page, --token, hush ] } }
                  - { name: b, command: { command: [ /usr/bin/page ] } }
                routes: [ { receivers: [ a, b ] } ]
                """, Map.of());

        assertThat(file.receivers())
                .extracting(receiver -> receiver.kind().place())
                .containsExactly("/usr/bin/page ***", "/usr/bin/page");
        assertThat(file.toString()).doesNotContain("hush");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "webhook: { url: 'htp://h/hook?token=hush' }",
                "alertmanager: { urls: [ 'http://h:9093/?token=hush' ] }",
                "pagerduty: { url: 'https://h/?key=hush', routing_key: { env: SET } }",
                "github: { url: 'https://h/?key=hush', repository: a/b, token: { env: SET } }"
            })
    void aUrlWithAProblemAndASecretInItsQueryIsNotQuoted(String kind) {
        List<YamlProblem> problems = problems(
                "receivers: [ { name: a, " + kind + " } ]\nroutes: [ { receivers: a } ]\n", Map.of("SET", "x"));

        assertThat(problems)
                .isNotEmpty()
                .noneMatch(problem -> problem.toString().contains("hush"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "pagerduty: { routing_key: { env: NO_SUCH } }|receivers[0].pagerduty.routing_key.env must be a variable"
                        + " of the environment but NO_SUCH is not set",
                "pagerduty: { routing_key: { file: none } }|receivers[0].pagerduty.routing_key.file must be a readable"
                        + " file",
                "pagerduty: { routing_key: s3cret }|receivers[0].pagerduty.routing_key must be a mapping",
                "pagerduty: {}|receivers[0].pagerduty.routing_key is required",
                "slack: { url: { env: NOT_A_URL } }|receivers[0].slack.url must point at a URL that begins with",
                "webhook: { url: 'ftp://h' }|receivers[0].webhook.url must be a URL such as http://host:8000 but was"
                        + " ftp://h",
                "webhook: { url: 'http://h', hmack: 1 }|receivers[0].webhook.hmack is not a known key",
                "mail: { host: h, from: me, to: a@b }|receivers[0].mail.from must be a mail address such as"
                        + " me@example.com but was me",
                "mail: { host: '1:2:3', from: a@b, to: a@b }|receivers[0].mail.host must be the name or address of a host"
                        + " such as smtp.example.com but was 1:2:3",
                "mail: { host: h, from: a@b, to: a@b, security: none, user: u, password: { env: SET } }"
                        + "|receivers[0].mail.security must be starttls or tls where there is a password",
                "github: { repository: acme, token: { env: SET } }|receivers[0].github.repository must be a repository"
                        + " such as owner/name but was acme",
                "github: { repository: a/b }|receivers[0].github must have either 'token'",
                "command: { command: [] }|receivers[0].command.command must list a program",
                "command: { command: [ x ], environment: [ NO_SUCH ] }|receivers[0].command.environment must name"
                        + " variables of the environment but NO_SUCH is not set",
                "alertmanager: { urls: [] }|receivers[0].alertmanager.urls must list at least one URL",
            })
    void aReceiverWithAProblemHasItsLine(String kind, String problem) {
        List<YamlProblem> problems = problems("""
                receivers:
                  - name: a
                    %s
                routes: [ { receivers: a } ]
                """.formatted(kind), Map.of("SET", "x", "NOT_A_URL", "x"));
        assertThat(problems).singleElement().satisfies(one -> {
            assertThat(one.toString()).contains("alerts.yaml:3  ").contains(problem);
            assertThat(one.toString()).doesNotContain("s3cret");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "routes: [ { receivers: [ a, b ] } ]|routes[0].receivers must be names of receivers [a] but was b",
                "routes: []|routes must list at least one route, or nobody is notified",
                "routes: [ { receivers: a }, { match: { team: x }, receivers: a } ]|routes[0] must be the last",
                "routes: [ { match: { kind: Slo }, receivers: a } ]|routes[0].match.kind must be one of SloBreach,",
                "routes: [ { match: { team: Perf }, receivers: a } ]|routes[0].match.team must match [a-z0-9-]{1,32}",
                "routes: [ { match: {}, receivers: a } ]|routes[0].match must have one of team,",
                "routes: [ { receivers: a } ]\\nrules: { SloBreach: { limit: 3 } }|rules.SloBreach.limit must be left"
                        + " out: this kind has no limit",
                "routes: [ { receivers: a } ]\\nrules: { PipelineDisk: { limit: 90 } }|rules.PipelineDisk.limit must be"
                        + " a share in (0, 1)",
                "routes: [ { receivers: a } ]\\nrules: { Breach: { for: 1m } }|rules.Breach is not a known key",
                "routes: [ { receivers: a } ]\\nexpect: [ { experiment: x } ]|expect[0].every is required",
                "routes: [ { receivers: a } ]\\ninhibit: maybe|inhibit must be true or false but was maybe",
                "routes: [ { receivers: a } ]\\nroutes: [ { receivers: a } ]|routes is given twice",
            })
    void anythingElseWithAProblemHasItsPlaceAndRule(String rest, String problem) {
        List<YamlProblem> problems = problems(
                "receivers: [ { name: a, webhook: { url: 'http://h' } } ]\n" + rest.replace("\\n", "\n"), Map.of());
        assertThat(problems)
                .singleElement()
                .satisfies(one -> assertThat(one.toString())
                        .matches("(?s).*alerts\\.yaml:[23]  .*")
                        .contains(problem));
    }

    @Test
    void aReceiverHasOneKindANameOfItsOwnAndTemplatesThatAreSome() {
        List<YamlProblem> problems = problems("""
                receivers:
                  - { name: a, webhook: { url: "http://h" }, command: { command: [ x ] } }
                  - { name: a }
                  - { name: c, mail: { host: h, from: a@b, to: a@b }, templates: { title: "{{#x}}" } }
                  - { name: d, mail: { host: h, from: a@b, to: a@b }, templates: { body: "{{no_such}} {{{label_x}}}" } }
                  - { name: e, webhook: { url: "http://h" }, templates: { body: "x" } }
                routes: [ { receivers: a } ]
                """, Map.of());
        assertThat(problems.stream().map(YamlProblem::toString))
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).contains(":2  receivers[0] must have exactly one of"),
                        one -> assertThat(one)
                                .contains(":3  receivers[1] must have exactly one of")
                                .endsWith("none"),
                        one -> assertThat(one).contains(":3  receivers[1].name must be unique but a is given twice"),
                        one -> assertThat(one).contains(":4  receivers[2].templates.title must be a Mustache template"),
                        one -> assertThat(one)
                                .contains(":5  receivers[3].templates.body must ask for known values")
                                .contains("'no_such'"),
                        one -> assertThat(one).contains(":6  receivers[4].templates must be left out"));
    }

    private AlertsFile parse(String text, Map<String, String> environment) {
        return AlertsFileReader.parse(text, folder.resolve("alerts.yaml"), environment, new KnownKeys());
    }

    private List<YamlProblem> problems(String text, Map<String, String> environment) {
        InvalidYamlException refused = catchThrowableOfType(InvalidYamlException.class, () -> parse(text, environment));
        assertThat(refused).as("nothing is wrong with\n%s", text).isNotNull();
        return refused.problems();
    }
}
