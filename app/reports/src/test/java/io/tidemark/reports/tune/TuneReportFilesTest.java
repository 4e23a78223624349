package io.tidemark.reports.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.reports.tune.document.TuneDocument;
import io.tidemark.reports.tune.document.TuneReportFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of a tune's report. */
class TuneReportFilesTest {
    @TempDir
    private Path folder;

    private void write(UnaryOperator<StoredTune> tune) {
        try (StoredTune stored = new StoredTune(folder.resolve("store.db"))) {
            TuneReport report = tune.apply(stored).report();
            TuneReportFiles.write(report, TuneDocument.of(report), folder);
        }
    }

    private String file(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void theRecommendationIsReadBackAsFlagsCommandAndHelmValues() throws Exception {
        write(stored -> stored.tune(UnaryOperator.identity()).fourConfigurations());

        JsonNode yaml = new YAMLMapper().readTree(file("recommended.yaml"));

        assertThat(yaml.path("recommended").asText()).isEqualTo("mns128");
        assertThat(yaml.path("shown_to_be_better").asBoolean()).isTrue();
        assertThat(yaml.path("flags").path("max-num-seqs").intValue()).isEqualTo(128);
        assertThat(yaml.path("leave_out")).extracting(JsonNode::asText).containsExactly("gpu-memory-utilization");
        assertThat(yaml.path("command").asText()).isEqualTo("vllm serve llama --port 8000 --max-num-seqs 128");
        assertThat(yaml.at("/helm/vllm_production_stack/servingEngineSpec/modelSpec/0/vllmConfig/extraArgs"))
                .extracting(JsonNode::asText)
                .containsExactly("--max-num-seqs=128");
        assertThat(yaml.at("/helm/args")).extracting(JsonNode::asText).containsExactly("--max-num-seqs=128");
        assertThat(file("recommended.yaml"))
                .contains("# helm.vllm_production_stack: values of the vLLM production-stack");
    }

    @Test
    void ifNothingIsBetterTheFlagsAreToBeLeftOut() throws Exception {
        write(stored -> {
            stored.tune(UnaryOperator.identity());
            for (int block = 1; block <= 3; block++) {
                // As a sweep's phase says it: the flag is there, and left out.
                stored.measured(block, "default", Map.of("max-num-seqs", "default"), 4)
                        .measured(block, "mns128", Map.of("max-num-seqs", "128"), 4);
            }
            return stored;
        });

        JsonNode yaml = new YAMLMapper().readTree(file("recommended.yaml"));

        assertThat(yaml.path("recommended").asText()).isEqualTo("default");
        assertThat(yaml.path("shown_to_be_better").asBoolean(true)).isFalse();
        assertThat(yaml.path("flags")).isEmpty();
        assertThat(yaml.at("/helm/args")).isEmpty();
        assertThat(yaml.path("leave_out")).extracting(JsonNode::asText).containsExactly("max-num-seqs");
        assertThat(yaml.path("reason").asText()).contains("leave the flags out");
    }

    @Test
    void switchesAndMappingsAreSpelledAsOnACommandLine() throws Exception {
        Map<String, String> flags = Map.of(
                "enable-prefix-caching", "false",
                "enforce-eager", "true",
                "speculative-config", "{\"num_speculative_tokens\":3}",
                "kv-cache-dtype", "fp8");
        write(stored -> {
            stored.tune(tune -> tune.setDefaultPhase(""));
            for (int block = 1; block <= 3; block++) {
                stored.measured(block, "other", Map.of(), 2).measured(block, "many", flags, 4);
            }
            return stored;
        });

        JsonNode yaml = new YAMLMapper().readTree(file("recommended.yaml"));

        assertThat(yaml.at("/flags/enforce-eager").isBoolean()).isTrue();
        assertThat(yaml.at("/flags/speculative-config/num_speculative_tokens").intValue())
                .isEqualTo(3);
        assertThat(yaml.at("/helm/args"))
                .extracting(JsonNode::asText)
                .containsExactly(
                        "--no-enable-prefix-caching",
                        "--enforce-eager",
                        "--kv-cache-dtype=fp8",
                        "--speculative-config={\"num_speculative_tokens\":3}");
    }

    @Test
    void theCsvHasARowForEachStart() throws Exception {
        write(stored -> stored.tune(UnaryOperator.identity()).fourConfigurations());

        assertThat(file("tune.csv").lines())
                .hasSize(17)
                .startsWith(
                        "start,block,purpose,configuration,load,flag.gpu-memory-utilization,flag.max-num-seqs,status,failure,began,"
                                + "ended,startup_seconds,first_request_seconds,held_up_to,fails_from,held_load,version,"
                                + "kv_capacity_tokens,runs,command,description")
                .anyMatch(line -> line.startsWith("1,1,sweep,default,,default,default,MEASURED,,2026-11-20T14:00:00Z,"
                        + "2026-11-20T14:26:40Z,42.5,0.9,3.92,"))
                .anyMatch(line -> line.startsWith("4,1,sweep,gmu0.99,,0.99,default,INFEASIBLE,OUT_OF_MEMORY,"));
    }

    @Test
    void theJsonHasTheAnswerTheConfigurationsAndTheStarts() throws Exception {
        write(stored -> stored.tune(UnaryOperator.identity()).fourConfigurations());

        JsonNode json = new JsonMapper().readTree(file("tune.json"));

        assertThat(json.at("/answer/recommended").asText()).isEqualTo("mns128");
        assertThat(json.path("configurations")).hasSize(4);
        JsonNode tuned = json.at("/configurations/1");
        assertThat(tuned.path("ratio").asDouble()).isCloseTo(1.4, offset(0.01));
        assertThat(tuned.path("low").asDouble()).isBetween(1.3, 1.4);
        assertThat(json.at("/configurations/3/failure").asText()).isEqualTo("OUT_OF_MEMORY");
        assertThat(json.path("starts")).hasSize(16);
        assertThat(json.path("effects")).isNotEmpty();
    }

    @Test
    void whatAServerWroteIsNoMarkup() throws Exception {
        write(stored -> stored.tune(tune -> tune.setExperiment("<img src=x onerror=alert(1)>"))
                .fourConfigurations()
                .infeasible(
                        "<b>evil</b>", Map.of("x", "</td><script>"), "BAD_FLAG", "<script>alert('x')</script> error"));

        Document page = Jsoup.parse(file("report.html"));

        assertThat(page.select("script, img[onerror], b")).isEmpty();
        assertThat(page.text()).contains("<script>alert('x')</script> error", "<b>evil</b>");
        assertThat(file("tune.csv")).contains("</td><script>");
    }

    @Test
    void eachLoadHasChartsOfItsOwn() throws Exception {
        write(stored -> stored.underTwoLoads(3));

        assertThat(file("report.md"))
                .containsOnlyOnce("(tokens-per-gpu-by-ttft-load-1.svg)")
                .containsOnlyOnce("(tokens-per-gpu-by-ttft-load-2.svg)");
        assertThat(file("tokens-per-gpu-by-ttft-load-1.svg"))
                .contains("<svg")
                .isNotEqualTo(file("tokens-per-gpu-by-ttft-load-2.svg"));
        assertThat(folder.resolve("tokens-per-gpu-by-tpot-load-2.png")).isNotEmptyFile();
    }

    @Test
    void chartsAreDrawnAsSvgAndPng() throws Exception {
        write(stored -> stored.tune(UnaryOperator.identity()).fourConfigurations());

        for (String chart : new String[] {"tokens-per-gpu-by-ttft", "tokens-per-gpu-by-tpot", "values-by-start"}) {
            assertThat(file(chart + ".svg")).contains("<svg");
            assertThat(folder.resolve(chart + ".png")).isNotEmptyFile();
        }
    }
}
