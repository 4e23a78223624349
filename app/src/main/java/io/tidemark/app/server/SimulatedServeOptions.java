package io.tidemark.app.server;

import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import io.tidemark.simulator.serve.ServeArgumentException;
import io.tidemark.simulator.serve.VllmArguments;
import io.tidemark.simulator.serve.VllmServeFlags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What {@code tidemark simulate serve} takes beside vLLM's flags: the options {@code --simulate-NAME}.
 *
 * @param given by their names after {@code --simulate-}; a switch has an empty value
 */
public record SimulatedServeOptions(Map<String, List<String>> given) {
    public static final String PROFILE = "profile";
    public static final String START_DELAY = "start-delay";
    public static final String OUT_OF_MEMORY = "out-of-memory";
    public static final String IGNORE_TERM = "ignore-term";
    public static final String CRASH_AFTER = "crash-after";
    public static final String CRASH_OVER = "crash-over";
    private static final String GPU_PORT = "gpu-port";
    private static final String FAULT = "fault";
    private static final Set<String> SWITCHES = Set.of(OUT_OF_MEMORY, IGNORE_TERM);
    private static final Set<String> OPTIONS = Set.of(PROFILE, START_DELAY, CRASH_AFTER, CRASH_OVER, GPU_PORT, FAULT);

    /** One line each. */
    public static final List<String> HELP = List.of(
            "--simulate-profile PROFILE     profile in the place of the model's own: tidemark simulate --list, or a file",
            "--simulate-start-delay TIME    how long it takes before it listens, e.g. 20s",
            "--simulate-out-of-memory       ends before it listens, as vLLM does without memory for its cache",
            "--simulate-ignore-term         does not end at SIGTERM",
            "--simulate-crash-after N       ends after N requests",
            "--simulate-crash-over N        ends when more than N requests run or wait",
            "--simulate-gpu-port PORT       a DCGM exporter of the simulated GPU",
            "--simulate-fault FAULT         as tidemark simulate --fault; repeatable");

    /** @throws ServeArgumentException in argparse's words */
    public static VllmArguments parse(List<String> words, VllmServeFlags flags) {
        return VllmArguments.parse(words, flags, SWITCHES, OPTIONS);
    }

    public boolean has(String name) {
        return given.containsKey(name);
    }

    public Optional<String> text(String name) {
        return all(name).stream().findFirst();
    }

    /** @throws ServeArgumentException in argparse's words */
    public OptionalInt number(String name) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        if (!text.get().matches("\\d{1,9}")) {
            throw new ServeArgumentException(
                    "argument --simulate-" + name + ": invalid int value: '" + text.get() + "'");
        }
        return OptionalInt.of(Integer.parseInt(text.get()));
    }

    /** @throws ServeArgumentException in argparse's words */
    public Optional<Duration> duration(String name) {
        return text(name)
                .map(text -> ValueTypes.duration(text)
                        .orElseThrow(() -> new ServeArgumentException("argument --simulate-" + name
                                + ": must be a duration such as 20s but was '" + text + "'")));
    }

    /** @throws IllegalArgumentException naming a fault that there is not */
    public SimulatorOptions.Extras extras(int replicas) {
        return new SimulatorOptions.Extras(
                true,
                VllmMetricsVersion.V1,
                number(GPU_PORT),
                new SimulatorOptions.Replicas(replicas, RoutingPolicy.ROUND_ROBIN),
                all(FAULT).stream().map(Fault::parse).toList());
    }

    private List<String> all(String name) {
        return given.getOrDefault(name, List.of());
    }
}
