package io.tidemark.importers.vllm.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.plan.load.RampUp;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** The object that {@code --save-result} writes: vLLM's keys, in its order and of its types. */
public final class ResultJsonWriter {
    private final BenchReport report;
    private final ObjectNode json = JsonNodeFactory.instance.objectNode();

    private ResultJsonWriter(BenchReport report) {
        this.report = report;
    }

    /** How much of each request is written. */
    public enum Detail {
        /** Latencies and queue times only, as vLLM does without {@code --save-detailed}. */
        SUMMARY,
        /** Lengths, stamps, texts and errors too. */
        DETAILED
    }

    /** A new object. */
    public static ObjectNode of(BenchReport report, Detail detail) {
        ResultJsonWriter result = new ResultJsonWriter(report);
        result.setup();
        result.traffic(report.setup().traffic());
        result.totals();
        result.requests(detail);
        result.peaks();
        result.rateChanges();
        report.speculation().ifPresent(result::speculation);
        for (VllmBenchMetric metric : VllmBenchMetric.values()) {
            if (report.setup().shows(metric, report.selection())) {
                result.metric(metric);
            }
        }
        return result.json;
    }

    private void setup() {
        BenchSetup setup = report.setup();
        json.put("date", setup.date())
                .put("endpoint_type", setup.backend())
                .put("backend", setup.backend())
                .put("label", setup.label().orElse(null))
                .put("model_id", setup.modelId())
                .put("tokenizer_id", setup.tokenizerId().orElse(null))
                .put("num_prompts", setup.prompts());
        setup.metadata().forEach(json::put);
    }

    private void traffic(BenchSetup.Traffic traffic) {
        if (traffic.isFinite()) {
            json.put("request_rate", traffic.perSecond());
        } else {
            json.put("request_rate", "inf");
        }
        json.put("burstiness", traffic.burstiness());
        traffic.maxConcurrency()
                .ifPresentOrElse(most -> json.put("max_concurrency", most), () -> json.putNull("max_concurrency"));
        traffic.rampUp().ifPresent(this::rampUp);
    }

    private void rampUp(RampUp rampUp) {
        json.put("ramp_up_strategy", BenchSetup.word(rampUp))
                .put("ramp_up_start_rps", (long) rampUp.fromPerSecond())
                .put("ramp_up_end_rps", (long) rampUp.toPerSecond());
    }

    private void totals() {
        BenchmarkAggregates figures = report.figures();
        json.put("duration", figures.durationSeconds())
                .put("completed", figures.completed())
                .put("failed", figures.failed())
                .put("total_input_tokens", figures.inputTokens())
                .put("total_output_tokens", figures.outputTokens())
                .put("request_throughput", figures.requestThroughput())
                .put("request_goodput", report.goodput().isConfigured() ? (Double) figures.requestGoodput() : null)
                .put("output_throughput", figures.outputThroughput())
                .put("total_token_throughput", figures.totalTokenThroughput());
    }

    private void requests(Detail detail) {
        if (detail == Detail.DETAILED) {
            counts("input_lens", BenchRequest::promptTokens);
            counts("output_lens", BenchRequest::outputTokens);
            seconds("ttfts", request -> request.timing().ttft());
            ArrayNode itls = json.putArray("itls");
            report.requests().forEach(request -> {
                ArrayNode gaps = itls.addArray();
                request.timing().itls().forEach(gaps::add);
            });
        }
        seconds("latencies", request -> request.timing().latency());
        if (detail == Detail.DETAILED) {
            seconds("start_times", request -> request.timing().start());
        }
        seconds("queue_times", request -> request.timing().queue());
        if (detail == Detail.DETAILED) {
            texts(
                    "generated_texts",
                    report.requests().stream().map(BenchRequest::text).toList());
            texts("errors", report.requests().stream().map(BenchRequest::error).toList());
        }
    }

    private void counts(String key, ToIntFunction<BenchRequest> count) {
        ArrayNode array = json.putArray(key);
        report.requests().forEach(request -> array.add(count.applyAsInt(request)));
    }

    private void seconds(String key, ToDoubleFunction<BenchRequest> seconds) {
        ArrayNode array = json.putArray(key);
        report.requests().forEach(request -> array.add(seconds.applyAsDouble(request)));
    }

    private void texts(String key, List<String> texts) {
        ArrayNode array = json.putArray(key);
        texts.forEach(array::add);
    }

    private void peaks() {
        json.put("max_output_tokens_per_s", report.figures().peakOutputTokensPerSecond())
                .put("max_concurrent_requests", report.figures().peakConcurrentRequests())
                .put("rtfx", 0.0);
    }

    private void rateChanges() {
        if (report.rateChanges().isEmpty()) {
            return;
        }
        ArrayNode changes = json.putArray("rps_change_events");
        report.rateChanges()
                .forEach(change ->
                        changes.addObject().put("rps", change.perSecond()).put("timestamp", change.timestamp()));
    }

    private void speculation(SpeculationStats speculation) {
        json.put("spec_decode_acceptance_rate", speculation.acceptanceRate())
                .put("spec_decode_acceptance_length", speculation.acceptanceLength())
                .put("spec_decode_num_drafts", speculation.drafts())
                .put("spec_decode_draft_tokens", speculation.draftTokens())
                .put("spec_decode_accepted_tokens", speculation.acceptedTokens());
        ArrayNode rates = json.putArray("spec_decode_per_position_acceptance_rates");
        speculation.positionRates().forEach(rates::add);
    }

    private void metric(VllmBenchMetric metric) {
        NumpyStatistics distribution = report.figures().of(metric);
        String name = "_" + metric.key() + "_ms";
        json.put("mean" + name, distribution.meanMillis())
                .put("median" + name, distribution.medianMillis())
                .put("std" + name, distribution.stdMillis());
        for (double percentile : report.selection().percentiles()) {
            json.put("p" + MetricSelection.word(percentile) + name, distribution.percentileMillis(percentile));
        }
    }
}
