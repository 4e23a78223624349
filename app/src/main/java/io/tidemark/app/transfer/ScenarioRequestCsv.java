package io.tidemark.app.transfer;

import io.tidemark.reports.format.CsvFormat;
import io.tidemark.schemas.Metric;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** The per-run CSV of the vllm-bench scenarios: a row per request; -1 for a time that there was none of, 0 for tokens that were not counted. */
final class ScenarioRequestCsv {
    private static final String HEADER = "run_id,qid,prefill_tokens,max_new_tokens,ttft_ms,latency_ms,prompt_tokens,"
            + "completion_tokens,actual_prefill_tokens,error,timestamp\r\n";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);
    private static final double NANOS_PER_MILLI = 1e6;

    private ScenarioRequestCsv() {}

    static String of(ExportedStep step) {
        StringBuilder text = new StringBuilder(HEADER);
        int qid = 0;
        for (ExportedRequest request : step.requests()) {
            text.append(CsvFormat.line(row(step, request, qid++)));
        }
        return text.toString();
    }

    private static List<String> row(ExportedStep step, ExportedRequest request, int qid) {
        String prompt = tokens(request.tokens().prompt());
        return List.of(
                step.scenarioId(),
                String.valueOf(qid),
                String.valueOf(step.prefillTokens()),
                String.valueOf(step.maxNewTokens()),
                millis(request.nanos(Metric.TTFT)),
                millis(request.nanos(Metric.E2E)),
                prompt,
                tokens(request.tokens().output()),
                prompt,
                request.error().orElse(""),
                TIME.format(request.sent()));
    }

    private static String millis(Optional<Long> nanos) {
        return nanos.map(value -> String.format(Locale.ROOT, "%.3f", value / NANOS_PER_MILLI))
                .orElse("-1.0");
    }

    private static String tokens(OptionalInt count) {
        return String.valueOf(count.orElse(0));
    }
}
