package io.tidemark.schemas.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A meter that is made as it is defined: an enum's constants are such. */
public interface DefinedMeter {
    MeterDefinition definition();

    /** As Micrometer names it. */
    default String id() {
        return definition().id();
    }

    /** The counter of these tags, the same one each time. */
    default Counter counter(MeterRegistry registry, Iterable<Tag> tags) {
        return Counter.builder(id())
                .description(definition().meaning())
                .baseUnit(unit())
                .tags(tags)
                .register(registry);
    }

    /** A counter that is read from {@code of}, which it does not keep alive. */
    default <T> FunctionCounter counter(MeterRegistry registry, Iterable<Tag> tags, T of, ToDoubleFunction<T> value) {
        return FunctionCounter.builder(id(), of, value)
                .description(definition().meaning())
                .baseUnit(unit())
                .tags(tags)
                .register(registry);
    }

    /** A gauge that is read from {@code of}, which it does not keep alive. */
    default <T> Gauge gauge(MeterRegistry registry, Iterable<Tag> tags, T of, ToDoubleFunction<T> value) {
        return Gauge.builder(id(), of, value)
                .description(definition().meaning())
                .baseUnit(unit())
                .tags(tags)
                .register(registry);
    }

    /** A gauge that keeps what it reads. */
    default Gauge gauge(MeterRegistry registry, Iterable<Tag> tags, Supplier<Number> value) {
        return Gauge.builder(id(), value)
                .description(definition().meaning())
                .baseUnit(unit())
                .tags(tags)
                .register(registry);
    }

    /** The timer of these tags, the same one each time; its unit is the registry's. */
    default Timer timer(MeterRegistry registry, Iterable<Tag> tags) {
        return Timer.builder(id())
                .description(definition().meaning())
                .tags(tags)
                .register(registry);
    }

    private @Nullable String unit() {
        String unit = definition().unit();
        return unit.isEmpty() ? null : unit;
    }
}
