package io.tidemark.reports.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunStatus;
import io.tidemark.reports.document.TerminalRenderer.Colour;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.SampleReport;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ReportWriterTest {
    /** An indented line of Markdown is code: it is shown as it is. */
    private static final String CODE = "    ";

    @TempDir
    private Path folder;

    private final ReportWriter writer = new ReportWriter();

    @Test
    void writesThePageTheMarkdownAndAChartPerFigure() throws Exception {
        ReportWriter.Written written = writer.write(SampleReport.twoPhases(), folder);

        assertThat(written.html()).exists();
        assertThat(written.markdown()).exists();
        // 4 against load, 1 a run over time, KV use of both, 2 distributions
        assertThat(written.charts())
                .hasSize(9)
                .allSatisfy(chart -> assertThat(chart).exists());
    }

    @Test
    void everyChartIsWellFormedAndNamesItsAxes() throws Exception {
        for (Path chart : writer.write(SampleReport.twoPhases(), folder).charts()) {
            Element root = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(chart.toFile())
                    .getDocumentElement();
            assertThat(root.getTagName()).isEqualTo("svg");
            assertThat(root.getTextContent()).containsAnyOf("(req/s)", "(s)", "(ms");
        }
    }

    @Test
    void chartsInOnePageShareNoIds() throws Exception {
        String html = html(SampleReport.twoPhases());

        Matcher ids = Pattern.compile(" id=\"([^\"]+)\"").matcher(html);
        assertThat(ids.results().map(match -> match.group(1)).toList())
                .isNotEmpty()
                .doesNotHaveDuplicates();
    }

    @Test
    void thePageIsWellFormedAndAsksNobodyForAnything() throws Exception {
        String html = html(SampleReport.twoPhases());

        assertThat(html)
                .contains("Content-Security-Policy")
                .doesNotContain("<script")
                .doesNotContain("src=");
        assertThat(withoutDoctype(html)).satisfies(ReportWriterTest::parses);
    }

    @Test
    void saysWhoWinsByHowMuchAndWhatBrokeFirst() throws Exception {
        String html = html(SampleReport.twoPhases());

        assertThat(html)
                .contains("tuned holds more load: between 30 and 60 req/s within the SLO, baseline holds between 10 and"
                        + " 30 req/s: 3 times as much (above 1 to 6) (a hint: one run each).")
                .contains("what broke first, at 30 req/s: ttft_due p95 &lt; 250ms over 10s")
                .contains("queue length 0.2");
    }

    @Test
    void saysThatIntervalsRestOnTheNumberOfRequestsAlone() throws Exception {
        assertThat(html(SampleReport.twoPhases()))
                .contains("number of requests: the interval treats them as independent");
    }

    @Test
    void whatServerAndGpusSaidOfThemselvesStandsBesideEachLoad() throws Exception {
        String written =
                Files.readString(writer.write(SampleReport.twoPhases(), folder).markdown());

        assertThat(written)
                .contains("| phase (server signals) | load | running | GPU use | GPU memory, GiB | GPU power, W |")
                .contains("| baseline | 20 req/s | 22.1 (33) | 98 % (100 %) | 127 | 530 (610) |");
    }

    @Test
    void everyFormHoldsTheSameTable() throws Exception {
        ReportModel model = SampleReport.twoPhases();
        writer.write(model, folder);
        String markdown = Files.readString(folder.resolve("report.md"));
        String terminal = SampleReport.terminal(model, Colour.NONE);

        assertThat(markdown)
                .contains("FAIL ttft\\_due p95")
                .contains("![TTFT from due p95 against load](ttft-due-by-load.svg)");
        assertThat(terminal)
                .contains("FAIL ttft_due p95")
                .contains("tuned holds more load")
                .containsPattern("client lag p99 0\\.4 ms, 0 requests dropped:\\s+VALID");
    }

    @Test
    void aTerminalWithoutColourGetsNoControlCharacters() {
        assertThat(SampleReport.terminal(SampleReport.named("x", "\u001b[31mred", RunStatus.ENDED), Colour.NONE))
                .doesNotContain("\u001b");
        assertThat(SampleReport.terminal(SampleReport.twoPhases(), Colour.ANSI)).contains("\u001b[1m");
    }

    @Test
    void textOfOthersIsEscapedEverywhere() throws Exception {
        String hostile = "<script>alert('x')</script> | [a](javascript:b) & \"q\"";

        writer.write(SampleReport.named(hostile, hostile, RunStatus.ENDED), folder);

        assertThat(Files.readString(folder.resolve("report.html")))
                .doesNotContain("<script")
                .contains("&lt;script&gt;");
        assertThat(Files.readString(folder.resolve("report.md")).lines().filter(line -> !line.startsWith(CODE)))
                .noneMatch(line -> line.contains("<script"))
                .noneMatch(line -> line.contains("[a](javascript"));
    }

    @Test
    void anInvalidRunIsShoutedAndItsFiguresDoNotCount() throws Exception {
        String html = html(SampleReport.named("x", "baseline", RunStatus.INVALID));

        assertThat(html)
                .contains("is INVALID; do not use its figures: sent 64 % of its requests on time (limit 98 %)")
                .contains("baseline: no valid run, so there is no result.")
                .doesNotContain("held: between");
    }

    @Test
    void anInvalidRunLosesToNobody() throws Exception {
        assertThat(html(invalidAgainstValid()))
                .contains("tuned holds between 30 and 60 req/s within the SLO.")
                .doesNotContain("wins");
    }

    private static ReportModel invalidAgainstValid() {
        return new ReportModel(
                "x",
                SampleReport.START,
                List.of(
                        new PhaseReport("baseline", List.of(SampleReport.run("baseline", 28, RunStatus.INVALID))),
                        new PhaseReport("tuned", List.of(SampleReport.run("tuned", 62, RunStatus.ENDED)))));
    }

    @Test
    void anInvalidPhaseSaysSoInEveryChart() throws Exception {
        for (Path chart : writer.write(invalidAgainstValid(), folder).charts()) {
            String drawn = Files.readString(chart);
            assertThat(drawn.contains("baseline (INVALID)") || drawn.contains("baseline over time (INVALID)"))
                    .as("%s", chart)
                    .isEqualTo(drawn.contains("baseline"));
            assertThat(drawn).as("%s", chart).doesNotContain("tuned (INVALID)");
        }
    }

    /** A search knows of all its probes what no probe shows by itself. */
    @Test
    void theReportOfASearchSaysWhatItsTerminalSays() throws Exception {
        ReportModel model = SampleReport.twoPhases()
                .ofSearch(List.of(
                        "Held: between 36.7 and 45.0 req/s (a factor of 1.23)",
                        "Ended after 31 min: as narrow as asked"));

        assertThat(html(model))
                .contains(
                        "Held: between 36.7 and 45.0 req/s (a factor of 1.23)",
                        "Ended after 31 min: as narrow as asked")
                .doesNotContain("tuned holds", "tuned held", "wins", "is INCONCLUSIVE:");
    }

    @Test
    void runsOfDifferentWorkloadsHaveNoWinner() throws Exception {
        RunReport tuned = SampleReport.withWorkload(SampleReport.run("tuned", 62, RunStatus.ENDED), "another");
        ReportModel model = new ReportModel(
                "x",
                SampleReport.START,
                List.of(
                        new PhaseReport("baseline", List.of(SampleReport.run("baseline", 28, RunStatus.ENDED))),
                        new PhaseReport("tuned", List.of(tuned))));

        assertThat(html(model))
                .contains("The runs had different workloads, so their figures cannot be compared.")
                .contains("There is no winner")
                .doesNotContain("SCREENING");
    }

    @Test
    void wherePhasesHoldNoneOfTheirLoadsNoneWins() throws Exception {
        ReportModel model = new ReportModel(
                "x",
                SampleReport.START,
                List.of(
                        new PhaseReport("baseline", List.of(SampleReport.run("baseline", 4, RunStatus.ENDED))),
                        new PhaseReport("tuned", List.of(SampleReport.run("tuned", 6, RunStatus.ENDED)))));

        assertThat(html(model))
                .contains("No phase holds a tested load for certain: baseline, tuned hold less than 10 req/s.")
                .doesNotContain("wins");
    }

    @Test
    void phasesThatPassedUpToTheSameLoadHaveAHintAndNoWinner() throws Exception {
        ReportModel model = new ReportModel(
                "x",
                SampleReport.START,
                List.of(
                        new PhaseReport("baseline", List.of(SampleReport.run("baseline", 50, RunStatus.ENDED))),
                        new PhaseReport("tuned", List.of(SampleReport.run("tuned", 62, RunStatus.ENDED)))));

        assertThat(html(model))
                .contains(
                        "No phase holds more load: baseline, tuned hold between 30 and 60 req/s. Screening only, 1 + 1 runs: ")
                .doesNotContain("wins");
    }

    @Test
    void aStepThatCannotDecideSaysHowManyRequestsItNeeds() throws Exception {
        // 10 bad of 300 are 3.3 % of 5 % allowed: 1.96^2 * 0.05 * 0.95 / 0.0167^2 = 657 by a normal approximation.
        assertThat(html(SampleReport.twoPhases()))
                .contains("baseline at 20 req/s is INCONCLUSIVE")
                .contains("at this share of bad requests, a decision needs 663 requests; the step has 300.")
                .contains("INCONCLUSIVE: needs 663 requests");
    }

    @Test
    void aMachineWithoutFontsStillGetsItsFigures() throws Exception {
        ReportWriter withoutFonts = new ReportWriter(
                picture -> {
                    throw new AssertionError("drawn: " + picture.name());
                },
                () -> Optional.of("This machine has no <fonts>."));

        ReportWriter.Written written = withoutFonts.write(SampleReport.twoPhases(), folder);

        assertThat(written.charts()).isEmpty();
        assertThat(Files.readString(written.html()))
                .contains("tuned holds more load")
                .contains("This machine has no &lt;fonts&gt;.");
    }

    @Test
    void aRunThatStillRunsSaysSo() throws Exception {
        assertThat(html(SampleReport.named("x", "baseline", RunStatus.RUNNING)))
                .contains("is still running: its figures will change.");
    }

    @Test
    void anEmptyReportIsStillAReport() throws Exception {
        ReportModel empty = new ReportModel("x", SampleReport.START, List.of());

        assertThat(html(empty)).contains("There is no run to report on.");
        assertThat(SampleReport.terminal(empty, Colour.NONE)).contains("There is no run to report on.");
    }

    private String html(ReportModel model) throws Exception {
        return Files.readString(writer.write(model, folder).html());
    }

    private static String withoutDoctype(String html) {
        return html.substring(html.indexOf("<html")).replaceAll("<meta([^>]*)>", "<meta$1/>");
    }

    private static void parses(String xml) throws Exception {
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }
}
