package io.tidemark.app.transfer;

import io.tidemark.reports.format.CsvFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code summary.csv} and {@code summary.md} as the vllm-bench scenarios write them, column for column. */
final class ScenarioSummaryFiles {
    private static final String HEADER = "run_id,scenario,concurrency,prefill_tokens,max_new_tokens,total_requests,"
            + "successful_requests,failed_requests,success_rate,ttft_p50_ms,ttft_p95_ms,ttft_p99_ms,latency_p50_ms,"
            + "latency_p95_ms,latency_p99_ms,tokens_per_sec_p50,tokens_per_sec_p95,avg_prompt_tokens,avg_completion_tokens,"
            + "error_types\r\n";

    private ScenarioSummaryFiles() {}

    static String csv(List<ScenarioSummary> all) {
        StringBuilder text = new StringBuilder(HEADER);
        all.forEach(one -> text.append(CsvFormat.line(row(one))));
        return text.toString();
    }

    private static List<String> row(ScenarioSummary one) {
        ExportedStep step = one.step();
        return List.of(
                step.scenarioId(),
                scenario(one),
                String.valueOf(step.concurrency()),
                String.valueOf(step.prefillTokens()),
                String.valueOf(step.maxNewTokens()),
                String.valueOf(one.counts().due()),
                String.valueOf(one.counts().ok()),
                String.valueOf(one.failed()),
                number("%.2f%%", one.successRate() * 100),
                number("%.2f", one.ttft().p50()),
                number("%.2f", one.ttft().p95()),
                number("%.2f", one.ttft().p99()),
                number("%.2f", one.latency().p50()),
                number("%.2f", one.latency().p95()),
                number("%.2f", one.latency().p99()),
                number("%.2f", one.tokensPerSecondP50()),
                number("%.2f", one.tokensPerSecondP95()),
                number("%.1f", one.averagePromptTokens()),
                number("%.1f", one.averageOutputTokens()),
                one.errorTypes());
    }

    static String markdown(List<ScenarioSummary> all) {
        Map<String, List<ScenarioSummary>> byScenario = new LinkedHashMap<>();
        all.forEach(one -> byScenario
                .computeIfAbsent(scenario(one), name -> new ArrayList<>())
                .add(one));
        StringBuilder text = new StringBuilder("# vLLM Benchmark Summary\n\n");
        byScenario.forEach((scenario, runs) -> section(text, scenario, runs));
        return text.toString();
    }

    private static void section(StringBuilder text, String scenario, List<ScenarioSummary> runs) {
        text.append("## ").append(scenario).append("\n\n");
        text.append(
                "| CC | Prefill | MaxNew | Success | TTFT p50/p95/p99 (ms) | Latency p50/p95/p99 (ms) | Tok/s p50/p95 |\n");
        text.append(
                "|---:|--------:|-------:|--------:|----------------------:|-------------------------:|--------------:|\n");
        runs.stream()
                .sorted(Comparator.comparing((ScenarioSummary one) -> one.step().concurrency())
                        .thenComparing(one -> one.step().result().load()))
                .forEach(one -> text.append(line(one)));
        text.append('\n');
        List<ScenarioSummary> failed =
                runs.stream().filter(one -> one.failed() > 0).toList();
        if (failed.isEmpty()) {
            return;
        }
        text.append("**Errors:**\n\n");
        failed.forEach(one -> text.append("- CC=")
                .append(one.step().concurrency())
                .append(": ")
                .append(one.failed())
                .append(" failed - ")
                .append(one.errorTypes())
                .append('\n'));
        text.append('\n');
    }

    private static String line(ScenarioSummary one) {
        ExportedStep step = one.step();
        return "| " + step.concurrency() + " | " + step.prefillTokens() + " | " + step.maxNewTokens() + " | "
                + number("%.1f%%", one.successRate() * 100) + " | " + times(one.ttft()) + " | "
                + times(one.latency()) + " | " + number("%.1f", one.tokensPerSecondP50()) + "/"
                + number("%.1f", one.tokensPerSecondP95()) + " |\n";
    }

    private static String times(ScenarioSummary.Times times) {
        return number("%.0f", times.p50()) + "/" + number("%.0f", times.p95()) + "/" + number("%.0f", times.p99());
    }

    private static String scenario(ScenarioSummary one) {
        String name = one.step().run().phase();
        if (one.step().concurrency() > 0) {
            return name;
        }
        double rate = one.step().result().load();
        return name + (rate > 0 ? " at " + rate + " req/s" : " all at once");
    }

    /** As Python prints it: {@code nan} for none. */
    private static String number(String form, double value) {
        return Double.isNaN(value) ? "nan" : String.format(Locale.ROOT, form, value);
    }
}
