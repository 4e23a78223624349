package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/internals/verdict-statistics.md says how often steps of two minutes are decided, and how often wrongly; and where that ends. */
@Tag("long")
final class StepVerdictDocTest {
    private static final String PAGE = "docs/internals/verdict-statistics.md";
    private static final int STEPS = 1_000;
    private static final int REQUESTS = 300;
    private static final int SECONDS = 120;
    private static final double MAX_WRONG = 0.025;
    private static final double MIN_DECIDED = 0.9;

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @Test
    void twoMinutesDecideWhatIsClearAndLeaveOpenWhatIsNot() {
        Map<String, Dependence> kinds = new LinkedHashMap<>();
        kinds.put("independent", Dependence.clusters(1, 0));
        kinds.put("clusters of 5 alike", Dependence.clusters(5, 1));
        kinds.put("clusters of 5, half in common", Dependence.clusters(5, 0.5));
        kinds.put("clusters of 20 alike", Dependence.clusters(20, 1));
        kinds.put("clusters of 20, half in common", Dependence.clusters(20, 0.5));
        kinds.put("states of 15 s, all alike", Dependence.states(15, 1));
        kinds.put("states of 15 s, half in common", Dependence.states(15, 0.5));
        MarkdownTable table = new MarkdownTable(
                "requests",
                "at the limit: PASS / FAIL",
                "p95 at 0.7 x the limit: PASS / FAIL",
                "p95 at 1.5 x the limit: PASS / FAIL");
        kinds.forEach((name, kind) -> {
            StepVerdictStudy study = new StepVerdictStudy(kind, REQUESTS, SECONDS, STEPS);
            StepVerdictStudy.Shares limit = study.at(1);
            StepVerdictStudy.Shares below = study.at(0.7);
            StepVerdictStudy.Shares above = study.at(1.5);
            System.out.println(name + " " + limit + " " + below + " " + above);
            assertThat(limit.pass()).as("%s: PASS at the limit", name).isLessThanOrEqualTo(MAX_WRONG);
            assertThat(limit.fail()).as("%s: FAIL at the limit", name).isLessThanOrEqualTo(MAX_WRONG);
            assertThat(below.fail()).as("%s: FAIL below it", name).isLessThanOrEqualTo(MAX_WRONG);
            assertThat(above.pass()).as("%s: PASS above it", name).isLessThanOrEqualTo(MAX_WRONG);
            table.row(name, description(limit), description(below), description(above));
        });
        StepVerdictStudy independent = new StepVerdictStudy(Dependence.clusters(1, 0), REQUESTS, SECONDS, STEPS);
        assertThat(independent.at(0.7).pass()).isGreaterThanOrEqualTo(MIN_DECIDED);
        assertThat(independent.at(1.5).fail()).isGreaterThanOrEqualTo(MIN_DECIDED);
        new GeneratedBlock(PAGE, "steps of two minutes").mustBe(table.text());
    }

    /** What did not happen in a step cannot be seen in it. */
    @Test
    void whatLastsAsLongAsTheStepIsNotSeenInIt() {
        MarkdownTable table = new MarkdownTable("server", "step", "wrong PASS", "wrong FAIL");
        row(table, "states of 60 s, half in common", Dependence.states(60, 0.5), 2);
        row(table, "states of 60 s, half in common", Dependence.states(60, 0.5), 10);
        row(table, "states of 60 s, half in common", Dependence.states(60, 0.5), 30);
        for (int minutes : new int[] {30, 60, 240}) {
            row(table, "3 x slower in spells of 60 s, 10 % of the time", new Dependence.Spells(60, 0.1, 3), minutes);
        }
        for (int minutes : new int[] {30, 60, 240}) {
            row(table, "3 x slower in spells of 240 s, 10 % of the time", new Dependence.Spells(240, 0.1, 3), minutes);
        }
        new GeneratedBlock(PAGE, "where it ends").mustBe(table.text());
    }

    /** Of steps of few blocks as long as an answer. The rules for errors alone give no PASS; where effective counts do, a burst may not have been in the step. */
    @Test
    void errorsInBurstsFailAtTheirLevelWhereTheirShareIsTheLimit() {
        int[] minutes = {2, 3, 10};
        MarkdownTable table = new MarkdownTable("mean burst", "fail within", "2 min", "3 min", "10 min");
        for (double inside : new double[] {1, 0.45, 0.2}) {
            for (int burst : new int[] {1, 5, 15, 30, 60}) {
                ErrorBurstStudy study = new ErrorBurstStudy(burst, inside, 60);
                List<String> cells = new ArrayList<>(List.of(burst + " s", percent(inside)));
                for (int length : minutes) {
                    StepVerdictStudy.Shares wrong = study.of(60 * length);
                    System.out.println(study + " " + length + " min " + wrong);
                    if (burst <= 15) {
                        assertThat(wrong.fail()).as("%s: FAIL", study).isLessThanOrEqualTo(MAX_WRONG);
                    }
                    cells.add(description(wrong));
                }
                table.row(cells.toArray(String[]::new));
            }
        }
        new GeneratedBlock(PAGE, "errors in bursts").mustBe(table.text());
    }

    private static void row(MarkdownTable table, String name, Dependence kind, int minutes) {
        StepVerdictStudy.Shares wrong = new StepVerdictStudy(kind, 60 * minutes, 60 * minutes, STEPS / 2).at(1);
        System.out.println(name + " " + minutes + " min " + wrong);
        table.row(name, minutes + " min", percent(wrong.pass()), percent(wrong.fail()));
    }

    private static String description(StepVerdictStudy.Shares shares) {
        return percent(shares.pass()) + " / " + percent(shares.fail());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
