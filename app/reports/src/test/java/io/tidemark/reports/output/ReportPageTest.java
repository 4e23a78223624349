package io.tidemark.reports.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.model.SampleReport;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as a browser reads it, the Markdown beside it, and the files of the charts. */
class ReportPageTest {
    @TempDir
    private static Path folder;

    private static ReportWriter.Written written = new ReportWriter.Written(Path.of(""), Path.of(""), List.of());
    private static Document page = new Document("");
    private static String markdown = "";

    @BeforeAll
    static void writeOnce() throws IOException {
        written = new ReportWriter().write(SampleReport.twoPhases(), folder);
        page = Jsoup.parse(Files.readString(written.html()));
        markdown = Files.readString(written.markdown());
    }

    @Test
    void hasTheSevenSectionsInOrderAndALinkToEach() {
        assertThat(page.select("section > h2").eachText())
                .containsExactly(
                        "1. The answer",
                        "2. Can it be trusted?",
                        "3. Latency against load",
                        "4. Over time",
                        "5. Distributions",
                        "6. Configuration",
                        "7. Breaches and errors");
        Elements links = page.select("nav a");
        assertThat(links)
                .hasSize(7)
                .allSatisfy(link -> assertThat(
                                page.select("[id=" + link.attr("href").substring(1) + "]")
                                        .text())
                        .isEqualTo(link.text()));
    }

    @Test
    void theAnswerIsTheFirstSentence() {
        Element first = page.select("main section").get(0).select("p").get(0);
        assertThat(first.text()).startsWith("tuned holds more load: between 30 and 60 req/s within the SLO");
    }

    @Test
    void theFirstScreenIsVerdictChartAndOneTableAndFoldsWhatTheyRestOn() {
        Element answer = page.select("main section").get(0);
        assertThat(answer.children().eachAttr("class"))
                .containsExactly("headline doubt", "muted", "half", "scroll", "basis");
        assertThat(answer.children().get(2).text())
                .isEqualTo("SLO: ttft_due p95 < 250ms over 10s; tpot p95 < 40ms over 10s");
        assertThat(answer.select("> figure svg").text()).contains("SLO 250 ms");
        assertThat(answer.select("> .scroll > table")).hasSize(1);
        Element basis = answer.select("> details").get(0);
        assertThat(basis.hasAttr("open")).isFalse();
        assertThat(basis.select("> ul > li").eachText())
                .anySatisfy(
                        description -> assertThat(description).startsWith("baseline: what broke first, at 30 req/s: "));
    }

    @Test
    void theMarkdownHasTheFirstScreenInTheSameOrder() {
        String text = plain(markdown);
        assertThat(List.of(
                        text.indexOf("tuned holds more load: "),
                        text.indexOf("![TTFT from due p95 against load]"),
                        text.indexOf("| phase | req/s |"),
                        text.indexOf("<details><summary>What this rests on</summary>"),
                        text.indexOf("baseline: what broke first, at "),
                        text.indexOf("## 2. ")))
                .doesNotContain(-1)
                .isSorted();
    }

    @Test
    void asksNobodyForAnything() {
        assertThat(page.select("script, link, img, iframe, object, embed, base, [src], [srcset]"))
                .isEmpty();
        assertThat(page.select("[href]").eachAttr("href")).allMatch(link -> link.startsWith("#"));
        assertThat(page.select("style").html())
                .doesNotContain("url(")
                .doesNotContain("@import")
                .doesNotContain("@font-face");
        assertThat(page.select("[style]").eachAttr("style")).noneMatch(style -> style.contains("http"));
    }

    @Test
    void isLightAndDarkOnAScreenAndLightOnPaper() {
        String style = page.select("style").html();
        assertThat(style)
                .contains("@media screen and (prefers-color-scheme: dark)")
                .contains("@media print");
        // A chart's text, drawn in the light page's colour, has its counterpart on the dark one.
        assertThat(style).contains("svg [fill=\"rgb(51,51,51)\"]{fill:#d8dee4}");
        assertThat(page.select("svg [fill=rgb(51,51,51)]")).isNotEmpty();
    }

    @Test
    void everyChartSaysInWordsAndFiguresWhatItShows() {
        Elements figures = page.select("figure");
        assertThat(figures).hasSize(written.charts().size());
        assertThat(figures).allSatisfy(figure -> {
            assertThat(figure.select("svg[role=img] > title").text()).isNotBlank();
            assertThat(figure.select("figcaption").text()).isNotBlank();
            assertThat(figure.select("details table tbody tr")).isNotEmpty();
        });
        assertThat(page.select("th"))
                .allSatisfy(head -> assertThat(head.attr("scope")).isEqualTo("col"));
    }

    @Test
    void theMarkdownHasEveryFigureOfThePage() {
        assertThat(page.select("td").eachText().stream().filter(text -> text.matches(".*\\d.*")))
                .hasSizeGreaterThan(200)
                .allSatisfy(cell -> assertThat(plain(markdown)).contains("| " + cell + " |"));
        assertThat(page.select("p.headline, li").eachText())
                .allSatisfy(sentence -> assertThat(plain(markdown)).contains(sentence));
    }

    @Test
    void everyChartIsAPngOfTwiceItsSizeBesideItsSvg() throws IOException {
        for (Path chart : written.charts()) {
            Element svg = Jsoup.parse(Files.readString(chart)).select("svg").get(0);
            Path png = chart.resolveSibling(chart.getFileName().toString().replace(".svg", ".png"));
            BufferedImage image = ImageIO.read(png.toFile());
            assertThat(image.getWidth()).isEqualTo(2 * Integer.parseInt(svg.attr("width")));
            assertThat(image.getHeight()).isEqualTo(2 * Integer.parseInt(svg.attr("height")));
            assertThat(Files.readString(chart)).contains("prefers-color-scheme: dark");
        }
    }

    @Test
    void noChartHasACoordinateThatIsNoNumber() throws IOException {
        for (Path chart : written.charts()) {
            assertThat(Files.readString(chart)).doesNotContain("NaN").doesNotContain("Infinity");
        }
    }

    @Test
    void tablesThatScrollAreReachedByTheKeyboardAndNamed() {
        assertThat(page.select("div.scroll"))
                .isNotEmpty()
                .allSatisfy(box -> assertThat(box.attr("tabindex")).isEqualTo("0"))
                .allSatisfy(box -> assertThat(box.attr("role")).isEqualTo("group"))
                .allSatisfy(box -> assertThat(box.attr("aria-label")).matches("(Table|Chart): \\S.*"));
        assertThat(page.select("th")).allSatisfy(head -> assertThat(head.text()).isNotBlank());
    }

    @Test
    void aChartAsWideAsThePageScrollsOnANarrowScreenAndFillsAPrintedOne() {
        assertThat(page.select("figure.whole"))
                .isNotEmpty()
                .allSatisfy(
                        figure -> assertThat(figure.select("div.scroll > svg")).hasSize(1));
        assertThat(page.select("style").html())
                .contains("figure.whole { width: 100% !important; margin-right: 0; }")
                .contains("figure.whole svg { max-width: none; width: 52rem; }");
    }

    /** Without Markdown's escapes. */
    private static String plain(String markdown) {
        return markdown.replaceAll("\\\\(.)", "$1")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }
}
