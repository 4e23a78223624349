package io.tidemark.streams.route;

import io.tidemark.events.ServerHistogram;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.Signal;
import io.tidemark.streams.inbox.TargetInboxCodec;
import io.tidemark.streams.inbox.TargetInboxRecord;
import io.tidemark.streams.processor.DeadLetterRecords;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RetryingDecoder;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.validation.ControlValidator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Scrapes to their target, with what windows are joined with: signals, of histograms sum and count, and the clock's skew. */
public final class ServerRouteProcessor extends ContextualProcessor<String, byte[], String, RoutedRecord> {
    private final DeadLetterRecords deadLetters;
    private final RetryingDecoder<ServerSample> decoding;

    public ServerRouteProcessor(TeamServices tools) {
        this.deadLetters = new DeadLetterRecords(tools.meters());
        this.decoding = new RetryingDecoder<>(tools.registry().decoder(ServerSample.class)::decode);
    }

    @Override
    public void process(Record<String, byte[]> raw) {
        deadLetters.contain(context(), raw, origin -> {
            ServerSample sample = decoding.decode(origin, raw.value());
            ControlValidator.validate(sample, raw.timestamp());
            context()
                    .forward(new Record<>(
                            sample.getTarget(),
                            slim(sample),
                            raw.timestamp(),
                            DeadLetterRecords.originHeaders(origin)));
        });
    }

    /**
     * Without what no window can be joined with: what is no {@link Signal}, buckets of histograms, values that are no numbers, labels. Each run of
     * the target keeps thousands of these.
     */
    private static RoutedRecord slim(ServerSample sample) {
        Map<String, Double> finite = new TreeMap<>(sample.getValues());
        finite.keySet().removeIf(id -> Signal.byId(id).isEmpty());
        finite.values().removeIf(value -> !Double.isFinite(value));
        Map<String, ServerHistogram> totals = new TreeMap<>();
        sample.getHistograms().forEach((id, histogram) -> totals.put(id, totals(histogram)));
        totals.keySet().removeIf(id -> Signal.byId(id).isEmpty());
        totals.values().removeIf(histogram -> !Double.isFinite(histogram.getSum() + histogram.getCount()));
        Map<String, String> info = new TreeMap<>();
        ServerClock.skewMillis(sample.getInfo())
                .ifPresent(millis -> info.put(ServerClock.SKEW_MILLIS, Long.toString(millis)));
        OutOfRangeValue.of(sample.getInfo()).forEach(unused -> unused.addTo(info));
        ServerSample slim = ServerSample.newBuilder(sample)
                .setModel("")
                .setError(null)
                .setInfo(info)
                .setValues(finite)
                .setHistograms(totals)
                .build();
        return new RoutedRecord(Destination.TARGET_INBOX, TargetInboxCodec.encode(new TargetInboxRecord.Scrape(slim)));
    }

    private static ServerHistogram totals(ServerHistogram histogram) {
        return ServerHistogram.newBuilder(histogram)
                .setBounds(List.of())
                .setCounts(List.of())
                .build();
    }
}
