package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.load.ArrivalKind;
import io.tidemark.producer.plan.load.RateShape;
import io.tidemark.producer.plan.load.RateShape.After;
import io.tidemark.producer.plan.load.RateShape.Piece;
import io.tidemark.producer.plan.read.StepsReader.Settings;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads arrivals whose rate changes within a step. Times count from the start of the measured part. */
final class RateShapeReader {
    private final YamlSection section;
    private final Settings settings;

    RateShapeReader(YamlSection section, Settings settings) {
        this.section = section;
        this.settings = settings;
    }

    /** Empty when it was refused. */
    Optional<RateShape> read(ArrivalKind kind) {
        return switch (kind) {
            case RAMP -> ramp();
            case STAIRS -> stairs();
            case SPIKE -> spike();
            default -> onOff();
        };
    }

    /** Over the whole measured part, unless it says how long. */
    private Optional<RateShape> ramp() {
        double from = section.required("from", ValueTypes.RATE_OR_ZERO, 1.0);
        double to = section.required("to", ValueTypes.RATE_OR_ZERO, 1.0);
        double seconds = time("over", 1);
        return shape(List.of(new Piece(seconds, from, to)), After.STAYS);
    }

    /** Of equal length; the last goes on. */
    private Optional<RateShape> stairs() {
        List<Double> rates = section.list("rates", ValueTypes.RATE_OR_ZERO);
        if (rates.isEmpty()) {
            section.refuse("rates", "must have at least one rate");
            return Optional.empty();
        }
        double seconds = time("every", rates.size());
        return shape(rates.stream().map(rate -> Piece.at(rate, seconds)).toList(), After.STAYS);
    }

    private Optional<RateShape> spike() {
        double base = section.required("base", ValueTypes.RATE_OR_ZERO, 1.0);
        double peak = section.required("peak", ValueTypes.RATE, 1.0);
        double at = ArrivalsReader.seconds(section.required("at", ValueTypes.DURATION_OR_ZERO, Duration.ZERO));
        double lasting = required("for");
        List<Piece> pieces = new ArrayList<>();
        if (at > 0) {
            pieces.add(Piece.at(base, at));
        }
        pieces.add(Piece.at(peak, lasting));
        pieces.add(Piece.at(base, 1));
        return shape(pieces, After.STAYS);
    }

    private Optional<RateShape> onOff() {
        // A YAML 1.1 reader takes a bare on or off for true or false, so no key is called that.
        Piece busy = Piece.at(section.required("rate", ValueTypes.RATE, 1.0), required("on_for"));
        Piece quiet =
                Piece.at(section.optional("off_rate", ValueTypes.RATE_OR_ZERO).orElse(0.0), required("off_for"));
        return shape(List.of(busy, quiet), After.REPEATS);
    }

    private double required(String key) {
        return ArrivalsReader.seconds(section.required(key, ValueTypes.DURATION, Duration.ofSeconds(1)));
    }

    /** As given, or an equal share of the measured part when that is bounded by time. */
    private double time(String key, int parts) {
        Optional<Duration> given = section.optional(key, ValueTypes.DURATION);
        if (given.isPresent()) {
            return ArrivalsReader.seconds(given.get());
        }
        if (settings.extent() instanceof Lasting lasting) {
            return ArrivalsReader.seconds(lasting.duration()) / parts;
        }
        section.refuse(key, "is required where a step is bounded by requests, not by a duration");
        return 1;
    }

    private Optional<RateShape> shape(List<Piece> pieces, After after) {
        RateShape shape = new RateShape(pieces, after);
        if (shape.peakPerSecond() > 0) {
            return Optional.of(shape);
        }
        section.refuse("must have a rate > 0 somewhere");
        return Optional.empty();
    }
}
