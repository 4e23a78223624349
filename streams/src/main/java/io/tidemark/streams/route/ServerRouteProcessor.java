package io.tidemark.streams.route;

import io.tidemark.events.ServerHistogram;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.serde.EventDecodeException;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.streams.flow.DeadLetters;
import io.tidemark.streams.flow.Decoding;
import io.tidemark.streams.flow.Implausible;
import io.tidemark.streams.flow.Outgoing;
import io.tidemark.streams.flow.TeamTools;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.inbox.TargetCodec;
import io.tidemark.streams.inbox.TargetRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Scrapes to their target, without the buckets of histograms: of those, sum and count are what windows are joined with. */
final class ServerRouteProcessor extends ContextualProcessor<String, byte[], String, Outgoing> {
    private final TeamTopics topics;
    private final DeadLetters deadLetters;
    private final Decoding<ServerSample> decoding;

    ServerRouteProcessor(TeamTopics topics, TeamTools tools) {
        this.topics = topics;
        this.deadLetters = new DeadLetters(topics, tools.meters());
        this.decoding = new Decoding<>(tools.registry().decoder(ServerSample.class)::decode);
    }

    @Override
    public void process(Record<String, byte[]> raw) {
        RecordMetadata metadata = context().recordMetadata().orElseThrow();
        RecordPosition origin = new RecordPosition(metadata.topic(), metadata.partition(), metadata.offset());
        try {
            ServerSample sample = decoding.decode(origin, raw.value());
            Soundness.require(sample, raw.timestamp());
            context().forward(new Record<>(sample.getTarget(), slim(sample), raw.timestamp()));
        } catch (EventDecodeException | Implausible e) {
            context().forward(deadLetters.of(raw, origin, e));
        }
    }

    /** Without what no window can be joined with: buckets of histograms, and values that are no numbers. */
    private Outgoing slim(ServerSample sample) {
        Map<String, Double> finite = new TreeMap<>(sample.getValues());
        finite.values().removeIf(value -> !Double.isFinite(value));
        Map<String, ServerHistogram> totals = new TreeMap<>();
        sample.getHistograms().forEach((id, histogram) -> totals.put(id, totals(histogram)));
        totals.values().removeIf(histogram -> !Double.isFinite(histogram.getSum() + histogram.getCount()));
        ServerSample slim = ServerSample.newBuilder(sample)
                .setValues(finite)
                .setHistograms(totals)
                .build();
        return new Outgoing(
                topics.internal(TeamTopics.TARGET_INBOX), TargetCodec.encode(new TargetRecord.Scrape(slim)));
    }

    private static ServerHistogram totals(ServerHistogram histogram) {
        return ServerHistogram.newBuilder(histogram)
                .setBounds(List.of())
                .setCounts(List.of())
                .build();
    }
}
