package io.tidemark.servers.flags;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.FlagStyle;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlagRendererTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-num-seqs             | 128     | vllm serve m --max-num-seqs 128",
                "max_num_seqs             | 128     | vllm serve m --max-num-seqs 128",
                "--max-num-seqs           | 128     | vllm serve m --max-num-seqs 128",
                "enable-prefix-caching    | true    | vllm serve m --enable-prefix-caching",
                "enable-prefix-caching    | false   | vllm serve m --no-enable-prefix-caching",
                "compilation_config.use_x | true    | vllm serve m --compilation-config.use_x=true",
                "compilation_config.mode  | 3       | vllm serve m --compilation-config.mode 3",
                "max-num-seqs             | default | vllm serve m"
            })
    void flagIsSpelledAsVllmSpellsIt(String name, String value, String expected) {
        assertThat(rendered("vllm serve m", Map.of(name, value))).isEqualTo(expected);
    }

    @Test
    void mappingIsOneWordOfJson() {
        assertThat(new FlagRenderer(FlagStyle.VLLM)
                        .render(List.of("serve"), set(Map.of("speculative-config", "{\"method\":\"ngram\"}"))))
                .containsExactly("serve", "--speculative-config", "{\"method\":\"ngram\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "serve --max-num-seqs 256 m       | 128     | serve --max-num-seqs 128 m",
                "serve --max_num_seqs=256 m       | 128     | serve --max-num-seqs 128 m",
                "serve --max-num-seqs 256 m       | default | serve m",
                "serve --max-num-seqs=256 --x y   | default | serve --x y",
                "serve --max-num-seqs 1 --x --max-num-seqs 2 | 128 | serve --x --max-num-seqs 128"
            })
    void flagOfTheCommandIsReplacedWhereItStands(String command, String value, String expected) {
        assertThat(rendered(command, Map.of("max-num-seqs", value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "serve --no-enable-prefix-caching m | true    | serve --enable-prefix-caching m",
                "serve --enable-prefix-caching m    | false   | serve --no-enable-prefix-caching m",
                "serve --enable-prefix-caching true | false   | serve --no-enable-prefix-caching",
                "serve --no-enable-prefix-caching m | default | serve m"
            })
    void switchBeforeTheModelDoesNotTakeTheModelForItsValue(String command, String value, String expected) {
        assertThat(rendered(command, Map.of("enable-prefix-caching", value))).isEqualTo(expected);
    }

    @Test
    void flagsComeWhereTheyHaveTheirPlace() {
        assertThat(rendered("sh serve.sh " + CommandTemplate.FLAGS + " --port 1", Map.of("a", "1")))
                .isEqualTo("sh serve.sh --a 1 --port 1");
    }

    @Test
    void placeOfFlagsIsTakenAwayWhereThereAreNone() {
        assertThat(rendered("serve " + CommandTemplate.FLAGS + " m", Map.of())).isEqualTo("serve m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-{name} {value}  | -c 1 m  | c | 4096    | -c 4096 m",
                "-{name} {value}  | m       | c | 4096    | m -c 4096",
                "--{name} {value} | m       | f | true    | m --f",
                "--{name} {value} | m       | f | false   | m",
                "--{name}={value} | m --f=1 | f | false   | m --f=false",
                "--{name}={value} | m --f=1 | f | default | m"
            })
    void otherServersHaveATemplate(String template, String command, String name, String value, String expected) {
        FlagRenderer renderer = new FlagRenderer(new FlagStyle(template));

        assertThat(String.join(" ", renderer.render(words(command), set(Map.of(name, value)))))
                .isEqualTo(expected);
    }

    @Test
    void phaseWinsOverTheServerAndDefaultIsKeptApart() {
        Map<String, String> base = new LinkedHashMap<>();
        base.put("max_num_seqs", "256");
        base.put("block-size", "16");

        FlagSet flags = FlagSet.of(base, Map.of("max-num-seqs", "default"));

        assertThat(flags.set()).containsExactly(Map.entry("block-size", "16"));
        assertThat(flags.omitted()).containsExactly("max-num-seqs");
    }

    private static String rendered(String command, Map<String, String> flags) {
        return String.join(" ", new FlagRenderer(FlagStyle.VLLM).render(words(command), set(flags)));
    }

    private static FlagSet set(Map<String, String> flags) {
        return FlagSet.of(Map.of(), flags);
    }

    private static List<String> words(String command) {
        return Arrays.asList(command.split(" ", -1));
    }
}
