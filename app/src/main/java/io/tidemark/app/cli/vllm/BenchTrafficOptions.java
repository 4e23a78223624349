package io.tidemark.app.cli.vllm;

import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.producer.plan.load.RampUp;
import io.tidemark.reports.failure.InvalidInputException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The flags of {@code vllm bench serve} that say how many requests come, and when. */
final class BenchTrafficOptions {
    @Option(names = "--num-prompts", paramLabel = "N", description = "Requests. Default: ${DEFAULT-VALUE}.")
    private int prompts = 1000;

    @Option(
            names = "--request-rate",
            paramLabel = "RATE",
            converter = PythonNumber.class,
            description = "Requests per second; inf: all at once. Default: inf.")
    private double rate = Double.POSITIVE_INFINITY;

    @Option(
            names = "--burstiness",
            paramLabel = "SHAPE",
            converter = PythonNumber.class,
            description =
                    "Shape of the gamma distribution of gaps: 1 is a Poisson process, inf equal gaps. Default: 1.0.")
    private double burstiness = 1.0;

    @Option(
            names = "--max-concurrency",
            paramLabel = "N",
            description = "Requests in flight. Others wait in the client, and that time is recorded.")
    private @Nullable Integer maxConcurrency;

    @Option(
            names = "--ramp-up-strategy",
            paramLabel = "linear|exponential",
            description = "The rate rises from request to request; not with --request-rate.")
    private @Nullable String strategy;

    @Option(names = "--ramp-up-start-rps", paramLabel = "N", description = "Rate of the first request.")
    private @Nullable Integer startRps;

    @Option(names = "--ramp-up-end-rps", paramLabel = "N", description = "Rate of the last request.")
    private @Nullable Integer endRps;

    @Option(
            names = "--num-warmups",
            paramLabel = "N",
            description =
                    "Warm-up requests, all at once and not counted, with separate prompts. Default: ${DEFAULT-VALUE}.")
    private int warmUps;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of arrivals and lengths. Default: ${DEFAULT-VALUE}.")
    private long seed;

    long seed() {
        return seed;
    }

    BenchFlags.Traffic traffic() {
        OptionParser.requireAtLeast("--num-prompts", prompts, 1);
        OptionParser.requireAtLeast("--num-warmups", warmUps, 0);
        OptionParser.require(rate > 0, "--request-rate must be > 0 or inf but was " + rate);
        OptionParser.require(burstiness > 0, "--burstiness must be > 0 but was " + burstiness);
        OptionParser.require(
                maxConcurrency == null || maxConcurrency >= 1,
                "--max-concurrency must be >= 1 but was " + maxConcurrency);
        OptionalInt cap = maxConcurrency == null ? OptionalInt.empty() : OptionalInt.of(maxConcurrency);
        return new BenchFlags.Traffic(prompts, rate, burstiness, cap, rampUp(), warmUps);
    }

    private Optional<RampUp> rampUp() {
        if (strategy == null) {
            OptionParser.require(
                    startRps == null && endRps == null,
                    "--ramp-up-start-rps and --ramp-up-end-rps need --ramp-up-strategy");
            return Optional.empty();
        }
        if (startRps == null || endRps == null) {
            throw new InvalidInputException("--ramp-up-strategy needs --ramp-up-start-rps and --ramp-up-end-rps");
        }
        OptionParser.require(
                Double.isInfinite(rate), "--request-rate must be left out with --ramp-up-strategy but was " + rate);
        OptionParser.require(
                startRps >= 1 && startRps <= endRps,
                "--ramp-up-start-rps must be >= 1 and <= --ramp-up-end-rps but was " + startRps + " to " + endRps);
        return Optional.of(new RampUp(strategy(strategy), startRps, endRps));
    }

    private static RampUp.Strategy strategy(String word) {
        return switch (word) {
            case "linear" -> RampUp.Strategy.LINEAR;
            case "exponential" -> RampUp.Strategy.EXPONENTIAL;
            default ->
                throw new InvalidInputException("--ramp-up-strategy must be linear or exponential but was " + word);
        };
    }

    /** A number as Python reads it: {@code inf} is one. */
    static final class PythonNumber implements ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            return switch (value.toLowerCase(Locale.ROOT)) {
                case "inf", "infinity", "+inf" -> Double.POSITIVE_INFINITY;
                default -> Double.valueOf(value);
            };
        }
    }
}
