package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.scrape.PrometheusTextParser.Page;
import io.tidemark.producer.scrape.PrometheusTextParser.Sample;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusTextParserTest {
    private static Sample only(String line) {
        Page page = PrometheusTextParser.parse(line);
        assertThat(page.unreadableLines()).isZero();
        assertThat(page.samples()).hasSize(1);
        return page.samples().get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a 1                     | 1",
                "a 1.772025663e+09       | 1772025663",
                "a{} 2                   | 2",
                "a +Inf                  | Infinity",
                "a -Inf 1395066363000    | -Infinity",
                "a NaN                   | NaN",
                "a 3 1520879607.789      | 3"
            })
    void readsValuesAsExportersWriteThem(String line, Double value) {
        assertThat(only(line).value()).isEqualTo(value);
    }

    @Test
    void labelValuesMayHoldAnyCharacter() {
        Sample sample = only("m{a=\"b}c,d= \\\"e\\\\ \\n f\", g=\"\",} 1\n");

        assertThat(sample.name()).isEqualTo("m");
        assertThat(sample.labels()).isEqualTo(Map.of("a", "b}c,d= \"e\\ \n f", "g", ""));
    }

    @Test
    void namesMayBeQuotedInsideTheBraces() {
        Sample sample = only("{\"my.metric\",\"a.b\"=\"c\"} 1");

        assertThat(sample.name()).isEqualTo("my.metric");
        assertThat(sample.label("a.b")).isEqualTo("c");
    }

    @Test
    void seriesThatWereReadBeforeAreReadTheSameAgain() {
        String page =
                "m{a=\"x} y\",b=\"1\"} 1\nm{a=\"x\"} 2\nn 3 # {t=\"u\"} 1\nm{a=\"x\" } 4\nm{a=\"x\"}5\nm{a=\"x\"} five";
        Map<String, PrometheusTextParser.Series> known = new HashMap<>();
        Page first = PrometheusTextParser.parse(page, known);

        assertThat(first.samples())
                .containsExactly(
                        new Sample("m", Map.of("a", "x} y", "b", "1"), 1),
                        new Sample("m", Map.of("a", "x"), 2),
                        new Sample("n", Map.of(), 3),
                        new Sample("m", Map.of("a", "x"), 4),
                        new Sample("m", Map.of("a", "x"), 5));
        assertThat(known).isNotEmpty();
        assertThat(PrometheusTextParser.parse(page, known)).isEqualTo(first);
    }

    @Test
    void exemplarsAndTheEndMarkAreSkipped() {
        Page page = PrometheusTextParser.parse(
                "# TYPE a histogram\na_bucket{le=\"1\"} 5 # {trace_id=\"x\"} 0.2 1.7e9\r\n# EOF");

        assertThat(page.samples()).containsExactly(new Sample("a_bucket", Map.of("le", "1"), 5));
        assertThat(page.types()).containsEntry("a", "histogram");
        assertThat(page.unreadableLines()).isZero();
    }

    @Test
    void whatIsNoSampleIsCountedAndTheRestIsRead() {
        Page page = PrometheusTextParser.parse("a 1\nb{x=\"y 2\nc{x} 3\nd\ne five\nf 6");

        assertThat(page.samples().stream().map(Sample::name)).containsExactly("a", "f");
        assertThat(page.unreadableLines()).isEqualTo(4);
    }

    @Test
    void aPageOfJsonHoldsNoSamples() {
        assertThat(PrometheusTextParser.parse("[{\"iter\": 1}]").samples()).isEmpty();
    }
}
