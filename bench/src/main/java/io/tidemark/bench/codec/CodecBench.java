package io.tidemark.bench.codec;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.RequestMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Nanoseconds to write and to read state, and its bytes: the format of the streams and Avro with schema resolution, in turns. */
public final class CodecBench {
    private static final int STEP_SECONDS = 600;
    private static final int STEP_PER_SECOND = 10;
    private static final long BATCH_NANOS = 1_000_000;

    private final BenchmarkContext bench;
    private final CodecSize size;
    /** What was made last; without it the JIT would see that nobody needs it. */
    private Object last = List.of();

    public CodecBench(BenchmarkContext bench, CodecSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Both formats of one operation, nanoseconds per value in each round. */
    private record Pair(Supplier<Object> wire, Supplier<Object> avro, List<Double> wireNanos, List<Double> avroNanos) {}

    /** Measures all, prints the table, returns how many figures there were. */
    public int run() {
        bench.print("codec: " + size);
        return measure("codec", "Avro's default writer and reader", new AvroStateCodec(List.of(), false))
                + measure("codec-generated", "Avro's generated coders", new AvroStateCodec(List.of(), true));
    }

    private int measure(String name, String title, AvroStateCodec avro) {
        List<CodecCase> cases = cases(avro);
        List<Pair> pairs = new ArrayList<>();
        cases.forEach(each -> pairs.addAll(pairs(each)));
        pairs.forEach(pair -> {
            nanosPerValue(pair.wire, size.warmUp().toNanos());
            nanosPerValue(pair.avro, size.warmUp().toNanos());
        });
        for (int round = 0; round < size.rounds(); round++) {
            for (Pair pair : pairs) {
                measure(pair, round);
            }
        }
        ResultTable table = new ResultTable(
                title + ", median of " + size.rounds(),
                "wire bytes",
                "Avro bytes",
                "ratio of bytes",
                "wire write ns",
                "Avro write ns",
                "ratio of writes",
                "wire read ns",
                "Avro read ns",
                "ratio of reads");
        for (int i = 0; i < cases.size(); i++) {
            row(table, cases.get(i), pairs.get(2 * i), pairs.get(2 * i + 1));
        }
        bench.print("");
        bench.table(name, table);
        return 2 * pairs.size();
    }

    private static List<CodecCase> cases(AvroStateCodec avro) {
        StateSamples samples = new StateSamples();
        StateSamples.Step step = samples.step(STEP_SECONDS, STEP_PER_SECOND);
        return List.of(
                pane("pane, 20 gaps", samples.pane(20), avro),
                pane("pane, 2,000 gaps", samples.pane(2_000), avro),
                chunk(step.chunks().get(0), avro),
                step(step, avro));
    }

    private static CodecCase pane(String name, PaneDelta pane, AvroStateCodec avro) {
        return new CodecCase(
                name,
                new CodecCase.Format(
                        () -> List.of(WireStateCodec.pane(pane)), bytes -> WireStateCodec.readPane(bytes.get(0))),
                new CodecCase.Format(
                        () -> List.of(avro.pane(PaneFields.of(pane))), bytes -> avro.readPane(bytes.get(0))));
    }

    private static CodecCase chunk(List<RequestMeasurement> requests, AvroStateCodec avro) {
        return new CodecCase(
                "step, " + requests.size() + " requests",
                new CodecCase.Format(
                        () -> List.of(WireStateCodec.requests(requests)),
                        bytes -> WireStateCodec.readRequests(bytes.get(0))),
                new CodecCase.Format(() -> List.of(avro.requests(requests)), bytes -> avro.readRequests(bytes.get(0))));
    }

    /** The sketches and then the chunks. */
    private static CodecCase step(StateSamples.Step step, AvroStateCodec avro) {
        return new CodecCase(
                "step, 10 minutes",
                new CodecCase.Format(
                        () -> Stream.concat(
                                        Stream.of(WireStateCodec.sketches(step.sketches())),
                                        step.chunks().stream().map(WireStateCodec::requests))
                                .toList(),
                        bytes -> new StateSamples.Step(
                                WireStateCodec.readSketches(bytes.get(0)),
                                bytes.stream()
                                        .skip(1)
                                        .map(WireStateCodec::readRequests)
                                        .toList())),
                new CodecCase.Format(
                        () -> Stream.concat(
                                        Stream.of(avro.sketches(step.sketches())),
                                        step.chunks().stream().map(avro::requests))
                                .toList(),
                        bytes -> new StateSamples.Step(
                                avro.readSketches(bytes.get(0)),
                                bytes.stream().skip(1).map(avro::readRequests).toList())));
    }

    private List<Pair> pairs(CodecCase each) {
        List<byte[]> wireBytes = each.wire().write().get();
        List<byte[]> avroBytes = each.avro().write().get();
        return List.of(
                pair(() -> each.wire().write().get(), () -> each.avro().write().get()),
                pair(
                        () -> each.wire().read().apply(wireBytes),
                        () -> each.avro().read().apply(avroBytes)));
    }

    private Pair pair(Supplier<Object> wire, Supplier<Object> withAvro) {
        return new Pair(wire, withAvro, new ArrayList<>(), new ArrayList<>());
    }

    /** Which format comes first changes with the round. */
    private void measure(Pair pair, int round) {
        long each = size.each().toNanos();
        if (round % 2 == 0) {
            pair.wireNanos.add(nanosPerValue(pair.wire, each));
        }
        pair.avroNanos.add(nanosPerValue(pair.avro, each));
        if (round % 2 != 0) {
            pair.wireNanos.add(nanosPerValue(pair.wire, each));
        }
    }

    private double nanosPerValue(Supplier<Object> operation, long forNanos) {
        long begun = bench.nanos().nanos();
        long batch = 1;
        long done = 0;
        long passed = 0;
        while (passed < forNanos) {
            for (long i = 0; i < batch; i++) {
                last = operation.get();
            }
            done += batch;
            passed = bench.nanos().nanos() - begun;
            batch = Math.max(1, done * BATCH_NANOS / Math.max(1, passed));
        }
        Objects.requireNonNull(last, "an operation makes a value");
        return (double) passed / done;
    }

    private static void row(ResultTable table, CodecCase each, Pair write, Pair read) {
        long wireBytes = bytes(each.wire());
        long avroBytes = bytes(each.avro());
        table.row(
                each.name(),
                String.format(Locale.ROOT, "%,d", wireBytes),
                String.format(Locale.ROOT, "%,d", avroBytes),
                String.format(Locale.ROOT, "%.2f", (double) avroBytes / wireBytes),
                nanos(write.wireNanos),
                nanos(write.avroNanos),
                ratio(write),
                nanos(read.wireNanos),
                nanos(read.avroNanos),
                ratio(read));
    }

    private static long bytes(CodecCase.Format format) {
        return format.write().get().stream().mapToLong(entry -> entry.length).sum();
    }

    private static String nanos(List<Double> rounds) {
        return String.format(Locale.ROOT, "%,.0f", median(rounds));
    }

    /** Of the two in the same round, the median. */
    private static String ratio(Pair pair) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < pair.wireNanos.size(); round++) {
            ratios.add(pair.avroNanos.get(round) / pair.wireNanos.get(round));
        }
        return String.format(Locale.ROOT, "%.2f", median(ratios));
    }

    private static double median(List<Double> rounds) {
        return rounds.stream().sorted().toList().get(rounds.size() / 2);
    }
}
