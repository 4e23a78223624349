package io.tidemark.bench.front;

import io.tidemark.app.Tidemark;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.JavaProcess;
import io.tidemark.bench.harness.ResultTable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** How late the simulator's front writes what a step made, at so many streams at once, beside {@link BareWriteLoop}. */
public final class FrontBench {
    private static final Pattern URL = Pattern.compile("http://[0-9.]+:[0-9]+");
    /** What {@code bin/tidemark simulate} starts with. */
    private static final List<String> OPTIONS = List.of("-Xmx1g", "-XX:+UseG1GC", "-Xms1g", "-Xmn400m");
    /** What is later than that was not slow but stood still, as all do when somebody stops the machine's processes. */
    private static final long STOOD_STILL_NANOS = 1_000_000_000L;

    private static final String BODY =
            "{\"prompt\":\"one two three\",\"max_tokens\":%d,\"ignore_eos\":true,\"stream\":true}";

    private final BenchmarkContext bench;
    private final FrontSize size;

    public FrontBench(BenchmarkContext bench, FrontSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** What was written: streams that came to their end, in all. */
    public record Counts(int streams, int bareStreams) {}

    /** What the front did with one number of streams. */
    private record Front(StepLateness steps, int streams, int bytesPerWrite, double kibPerStream) {}

    public Counts run() throws IOException, InterruptedException {
        ResultTable table = new ResultTable(
                "streams held, ms late",
                "front first p50",
                "front first p99",
                "front last p50",
                "front last p99",
                "bare first p50",
                "bare first p99",
                "bare last p50",
                "bare last p99",
                "last p50 ratio",
                "last p99 ratio",
                "KiB/stream",
                "stream's bytes");
        int streams = 0;
        int bareStreams = 0;
        for (int held : size.streams()) {
            Front front = front(held);
            StepLateness bare = bare(held, front);
            streams += front.streams();
            bareStreams += held;
            table.row(cells(held, front, bare));
            warnOfStops(held, front.steps(), bare);
        }
        bench.table("front", table);
        return new Counts(streams, bareStreams);
    }

    private void warnOfStops(int held, StepLateness front, StepLateness bare) {
        if (Math.max(front.last().quantileNanos(1), bare.last().quantileNanos(1)) > STOOD_STILL_NANOS) {
            bench.print(
                    "at " + held + " streams a step was over a second late: something stopped the processes meanwhile");
        }
    }

    private static String[] cells(int held, Front front, StepLateness bare) {
        DurationSample first = front.steps().first();
        DurationSample last = front.steps().last();
        return new String[] {
            String.valueOf(held),
            first.millis(0.5),
            first.millis(0.99),
            last.millis(0.5),
            last.millis(0.99),
            bare.first().millis(0.5),
            bare.first().millis(0.99),
            bare.last().millis(0.5),
            bare.last().millis(0.99),
            last.ratio(0.5, bare.last()),
            last.ratio(0.99, bare.last()),
            String.format(Locale.ROOT, "%.1f", front.kibPerStream()),
            String.valueOf(front.bytesPerWrite())
        };
    }

    private Front front(int held) throws IOException, InterruptedException {
        JavaProcess.Command command = new JavaProcess.Command(
                Tidemark.class, OPTIONS, List.of("simulate", profile().toString()), log("simulator"));
        try (JavaProcess process = JavaProcess.start(command)) {
            URI url = listening(process);
            String body = BODY.formatted(size.tokens());
            String request =
                    "POST /v1/completions HTTP/1.1\r\nHost: bench\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
                            + body.length() + "\r\n\r\n" + body;
            StreamDrain drain = new StreamDrain(new InetSocketAddress(url.getHost(), url.getPort()), request);
            SimulatorAdminClient admin = new SimulatorAdminClient(url);
            StreamRound gathering = new StreamRound(drain, admin, held);
            HeapUsage heap = new HeapUsage(process.pid());
            var unused = gathering.round(() -> {}); // in the first its code gets compiled
            double kibPerStream = gathering.kibPerStream(heap);
            long bytes = gathering.round(() -> {});
            List<StepLateness.Writes> writes = admin.writes();
            List<StepLateness.Writes> measured = writes.subList(writes.size() - held, writes.size());
            int all = measured.stream().mapToInt(it -> it.atNanos().size()).sum();
            return new Front(StepLateness.of(measured), measured.size(), (int) (bytes / all), kibPerStream);
        }
    }

    private StepLateness bare(int held, Front front) throws IOException, InterruptedException {
        List<String> arguments = LongStream.of(
                        held, 2L * size.tokens(), front.steps().gapNanos(), front.bytesPerWrite())
                .mapToObj(String::valueOf)
                .toList();
        JavaProcess.Command command = new JavaProcess.Command(BareWriteLoop.class, OPTIONS, arguments, log("bare"));
        try (JavaProcess process = JavaProcess.start(command)) {
            int port = Integer.parseInt(process.readLine());
            new StreamDrain(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), "go\n").read(held, () -> {});
            long[][] lates = Arrays.stream(process.readLine().split(","))
                    .map(pair -> Arrays.stream(pair.split(" "))
                            .mapToLong(Long::parseLong)
                            .toArray())
                    .skip(size.tokens())
                    .toArray(long[][]::new);
            long[] first = Arrays.stream(lates).mapToLong(it -> it[0]).toArray();
            long[] last = Arrays.stream(lates).mapToLong(it -> it[1]).toArray();
            return new StepLateness(
                    DurationSample.of(first),
                    DurationSample.of(last),
                    front.steps().gapNanos());
        }
    }

    private static URI listening(JavaProcess process) throws IOException {
        while (true) {
            Matcher found = URL.matcher(process.readLine());
            if (found.find()) {
                return URI.create(found.group());
            }
        }
    }

    private Path profile() throws IOException {
        Files.createDirectories(bench.folder());
        Path profile = bench.folder().resolve("front.yaml");
        if (!Files.exists(profile)) {
            try (InputStream built = Objects.requireNonNull(FrontBench.class.getResourceAsStream("front.yaml"))) {
                Files.copy(built, profile);
            }
        }
        return profile;
    }

    private Path log(String name) {
        return bench.folder().resolve(name + ".log");
    }
}
