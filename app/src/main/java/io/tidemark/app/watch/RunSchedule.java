package io.tidemark.app.watch;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/** When runs of a plan are due. */
public sealed interface RunSchedule {
    /** The newest moment at which a run was due, now included; empty if there was none. */
    Optional<Instant> latestDue(Instant now);

    /** The first moment after this at which a run is due; empty if there is none. */
    Optional<Instant> nextDue(Instant after);

    /** In words, for people. */
    String format();

    /** A run is due whenever none takes place. */
    record Continuous() implements RunSchedule {
        @Override
        public Optional<Instant> latestDue(Instant now) {
            return Optional.of(now);
        }

        @Override
        public Optional<Instant> nextDue(Instant after) {
            return Optional.of(after);
        }

        @Override
        public String format() {
            return "continuous";
        }
    }

    /** The five fields of Unix cron: minute, hour, day of the month, month, day of the week. A time of day that a change to daylight saving time leaves out is left out. */
    record Cron(String expression, ExecutionTime times, ZoneId zone) implements RunSchedule {
        private static final CronParser PARSER =
                new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

        /** @throws InvalidValueException saying the rule and what breaks it */
        public static Cron parse(String expression, ZoneId zone) {
            try {
                ExecutionTime times =
                        ExecutionTime.forCron(PARSER.parse(expression).validate());
                return new Cron(expression, times, zone);
            } catch (IllegalArgumentException e) {
                throw new InvalidValueException("must be continuous, or the five fields of cron such as \"0 2 * * *\" ("
                        + e.getMessage() + "),");
            }
        }

        @Override
        public Optional<Instant> latestDue(Instant now) {
            return times.lastExecution(at(now.plusMillis(1))).map(ZonedDateTime::toInstant);
        }

        @Override
        public Optional<Instant> nextDue(Instant after) {
            return times.nextExecution(at(after)).map(ZonedDateTime::toInstant);
        }

        @Override
        public String format() {
            return expression + " " + zone;
        }

        private ZonedDateTime at(Instant moment) {
            return moment.atZone(zone);
        }
    }
}
