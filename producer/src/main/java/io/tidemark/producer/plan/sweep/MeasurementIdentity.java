package io.tidemark.producer.plan.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.plan.PhaseLoad;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.schemas.Sha256;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a measurement was made of. Two runs may stand for each other only if theirs are equal; else {@link #differences} says in words what
 * is not. Texts that are long, or that may name private paths, are kept as their SHA-256.
 *
 * @param command SHA-256 of the template of the server's command, hex
 * @param flags of the phase, by canonical name
 * @param load SHA-256 of how requests are sent: steps, arrivals, limits, timeouts, seed, and what the phase says otherwise; hex
 * @param objectives SHA-256 of the plan's objectives, hex
 * @param workload as of {@link Plan#workloadHash()}
 * @param serverVersion as the server reports it; empty if it does not
 * @param machine facts of the machine that the caller finds worth comparing, by name: the accelerator, its driver, the host
 */
public record MeasurementIdentity(
        String command,
        Map<String, String> flags,
        String load,
        String objectives,
        String workload,
        String serverVersion,
        Map<String, String> machine) {
    private static final List<String> LOAD_SECTIONS = List.of(
            "seed",
            "api",
            "arrivals",
            "steps",
            "step_defaults",
            "timeouts",
            "limits",
            "request",
            "connection",
            "retries",
            "first_request");
    private static final int SHOWN_DIGITS = 8;
    private static final JsonMapper JSON = new JsonMapper();

    public MeasurementIdentity {
        flags = Collections.unmodifiableMap(new TreeMap<>(flags));
        machine = Collections.unmodifiableMap(new TreeMap<>(machine));
    }

    /**
     * Where a phase is measured.
     *
     * @param commandTemplate of its server, with placeholders in the place of flags, host and port
     * @param serverVersion empty if it is not known
     */
    public record Environment(String commandTemplate, String serverVersion, Map<String, String> machine) {
        public Environment {
            machine = Map.copyOf(machine);
        }
    }

    /** That of a run of the phase. */
    public static MeasurementIdentity of(Plan plan, PhasePlan phase, Environment environment) {
        Map<String, String> flags = new TreeMap<>();
        phase.flags()
                .forEach((name, value) -> flags.put(ServerFlag.canonicalName(name), ServerFlag.canonicalValue(value)));
        JsonNode tree = tree(plan.json());
        StringBuilder load = new StringBuilder();
        LOAD_SECTIONS.forEach(section ->
                load.append(section).append(' ').append(tree.path(section)).append('\n'));
        phase.load().map(PhaseLoad::parameters).ifPresent(parameters -> load.append(new TreeMap<>(parameters)));
        return new MeasurementIdentity(
                Sha256.hex(environment.commandTemplate()),
                flags,
                Sha256.hex(load.toString()),
                Sha256.hex(tree.path("slo").toString()),
                plan.forPhase(phase).workloadHash(),
                environment.serverVersion(),
                environment.machine());
    }

    /** One text for all of it: equal identities have equal ones. */
    public String hash() {
        return Sha256.hex(json());
    }

    /** As JSON, with keys in order. */
    public String json() {
        ObjectNode node = JSON.createObjectNode()
                .put("command", command)
                .put("load", load)
                .put("objectives", objectives)
                .put("workload", workload)
                .put("serverVersion", serverVersion);
        ObjectNode ofFlags = node.putObject("flags");
        flags.forEach(ofFlags::put);
        ObjectNode ofMachine = node.putObject("machine");
        machine.forEach(ofMachine::put);
        return node.toString();
    }

    /**
     * The identity that {@link #json} wrote.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static MeasurementIdentity parse(String json) {
        JsonNode node = tree(json);
        if (!node.path("flags").isObject() || !node.path("machine").isObject()) {
            throw new IllegalArgumentException("must be the identity of a measurement, but was " + json);
        }
        return new MeasurementIdentity(
                node.path("command").asText(),
                texts(node.path("flags")),
                node.path("load").asText(),
                node.path("objectives").asText(),
                node.path("workload").asText(),
                node.path("serverVersion").asText(),
                texts(node.path("machine")));
    }

    /** What differs, one sentence for each part; none if they are equal. {@code this} is what was, the other what is. */
    public List<String> differences(MeasurementIdentity now) {
        List<String> words = new ArrayList<>();
        hashed("the command of the server", command, now.command(), words);
        named("flag", flags, now.flags(), words);
        hashed("the plan's load (steps, arrivals, limits, request, seed)", load, now.load(), words);
        hashed("the plan's objectives", objectives, now.objectives(), words);
        hashed("the workload or one of its files", workload, now.workload(), words);
        if (!serverVersion.equals(now.serverVersion())) {
            words.add("the version of the server was " + orUnknown(serverVersion) + " and is "
                    + orUnknown(now.serverVersion()));
        }
        named("the machine's", machine, now.machine(), words);
        return words;
    }

    private static void hashed(String what, String before, String now, List<String> words) {
        if (!before.equals(now)) {
            words.add(what + " was another (SHA-256 " + shortened(before) + ", now " + shortened(now) + ")");
        }
    }

    private static void named(String what, Map<String, String> before, Map<String, String> now, List<String> words) {
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            String was = before.getOrDefault(name, "not given");
            String is = now.getOrDefault(name, "not given");
            if (!was.equals(is)) {
                words.add(what + " " + name + " was " + was + " and is " + is);
            }
        }
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(SHOWN_DIGITS, hash.length()));
    }

    private static String orUnknown(String version) {
        return version.isEmpty() ? "not known" : version;
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new TreeMap<>();
        object.properties()
                .forEach(property ->
                        texts.put(property.getKey(), property.getValue().asText()));
        return texts;
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("must be JSON: " + e.getOriginalMessage(), e);
        }
    }
}
