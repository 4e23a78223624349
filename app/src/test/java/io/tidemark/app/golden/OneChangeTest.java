package io.tidemark.app.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.golden.TopicEvent.TimedRun;
import io.tidemark.events.Regression;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three runs of a phase and three of one whose steps take half as long again: from their requests to every output, one decision in one sentence. */
@Tag("integration")
final class OneChangeTest {
    private static final String PLAN = """
            experiment: one change
            workload: {kind: synthetic, prompt_tokens: 60, output_tokens: 20}
            phases: [{name: before}, {name: slower}]
            steps: [{rate: 4, duration: 60s}]
            slo: {verdict: short-run, objectives: ["ttft_due p50 < 2s", "tpot p50 < 500ms"]}
            first_request: false
            """;

    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final Duration APART = Duration.ofMinutes(3);

    @TempDir
    private Path home;

    private final List<TimedRun> runs = new ArrayList<>();

    @BeforeEach
    void store() throws InterruptedException {
        Plan plan = PlanLoader.parse(PLAN, "one-change.yaml", home);
        for (String phase : List.of("before", "slower", "slower", "before", "before", "slower")) {
            List<Fault> faults = phase.equals("slower") ? List.of(Fault.parse("regress=step-time=1.5")) : List.of();
            int number = runs.size() + 1;
            runs.add(GoldenHome.run(plan, phase, number, faults, START.plus(APART.multipliedBy(runs.size()))));
        }
        try (Shell shell = new Shell(home, GoldenHome.NOW)) {
            GoldenHome.Runs stored = GoldenHome.Runs.of(shell);
            for (TimedRun run : runs) {
                stored.run(run);
            }
        }
    }

    @Test
    void oneChangeHasOneAnswerInEveryOutput() throws Exception {
        List<TopicEvent> events = TopicEvent.of(runs, home.resolve("spool"));

        String decision = newestDecision(events);
        assertThat(decision).startsWith("No phase holds more load: ").contains(" slower against before is worse in ");
        assertThat(json("answer", ExitCode.OK, "compare", "before", "slower", "--json"))
                .isEqualTo(decision);
        assertThat(json(
                        "paragraph",
                        ExitCode.SLO_NOT_MET,
                        "gate",
                        "--baseline",
                        "before",
                        "--candidate",
                        "slower",
                        "--json"))
                .contains(" " + decision);
        assertThat(printed(
                        ExitCode.OK,
                        "report",
                        "--experiment",
                        "one change",
                        "--out",
                        home.resolve("report").toString()))
                .contains(withoutSpaces(decision));
        try (ConsoleAnswers console = new ConsoleAnswers(home.resolve("store.db"))) {
            assertThat(console.answer(
                            "/teams/{team}/comparison",
                            "/teams/default/comparison?side=before&side=slower&experiment=one%20change"))
                    .contains(decision);
        }
        String workload = regressions(events).get(0).getWorkloadHash();
        assertThat(ExporterPage.of(events))
                .contains(exposed("worse", workload, 1), exposed("trade", workload, 0), exposed("better", workload, 0));
        List<AlertChange> changes = AlertBodies.changes(events).stream()
                .filter(change -> change.alert().name().equals("Regression"))
                .toList();
        assertThat(changes)
                .extracting(change -> change.alert().id())
                .containsOnly(changes.get(0).alert().id());
        assertThat(changes.get(changes.size() - 1).alert()).satisfies(alert -> {
            assertThat(alert.state()).isEqualTo(AlertState.FIRING);
            assertThat(alert.annotations()).containsEntry(Annotation.SUMMARY, "one change: " + decision);
        });
    }

    /** All figures of the newest look have the same. */
    private static String newestDecision(List<TopicEvent> events) {
        List<Regression> regressions = regressions(events);
        Instant newest = regressions.get(regressions.size() - 1).getAt();
        List<String> decisions = regressions.stream()
                .filter(regression -> regression.getAt().equals(newest))
                .map(Regression::getDecision)
                .distinct()
                .toList();
        assertThat(decisions).hasSize(1);
        return decisions.get(0);
    }

    private static List<Regression> regressions(List<TopicEvent> events) {
        return events.stream()
                .map(TopicEvent::event)
                .filter(Regression.class::isInstance)
                .map(Regression.class::cast)
                .toList();
    }

    private static String exposed(String outcome, String workload, int value) {
        return "tidemark_phase_decision{base_phase=\"before\",experiment=\"one change\",outcome=\"" + outcome
                + "\",phase=\"slower\",team=\"default\",workload=\"" + workload + "\"} " + value + ".0";
    }

    private String json(String field, ExitCode expected, String... command) throws JsonProcessingException {
        return new JsonMapper()
                .readTree(run(expected, command).out())
                .path(field)
                .asText();
    }

    private String printed(ExitCode expected, String... command) {
        return withoutSpaces(run(expected, command).out());
    }

    private Shell run(ExitCode expected, String... command) {
        try (Shell shell = new Shell(home, GoldenHome.NOW)) {
            int code = shell.run(command);
            assertThat(code).as(shell.out() + shell.err()).isEqualTo(expected.code());
            return shell;
        }
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s+", "");
    }
}
