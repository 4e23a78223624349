package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.producer.yaml.Suggestion;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code --link-vars} of {@code vllm bench sweep}: a combination of server flags meets a load only if both have the linked parameters and
 * their values are equal.
 *
 * @param loadByFlag parameter of the load by flag of the server, both by canonical name
 */
record LinkedVariables(Map<String, String> loadByFlag) {
    static final LinkedVariables NONE = new LinkedVariables(Map.of());

    LinkedVariables {
        loadByFlag = new LinkedHashMap<>(loadByFlag);
    }

    /** @throws InvalidValueException if it is not like {@code max_num_seqs=max_concurrency,max_model_len=random_input_len} */
    static LinkedVariables parse(String text) {
        Map<String, String> links = new LinkedHashMap<>();
        for (String link : text.split(",", -1)) {
            String[] sides = link.split("=", -1);
            if (sides.length != 2 || sides[0].isBlank() || sides[1].isBlank()) {
                throw new InvalidValueException(
                        "must be pairs of a server's flag and a load's parameter such as max_num_seqs=max_concurrency");
            }
            String flag = ServerFlag.canonicalName(sides[0].strip());
            if (links.put(flag, ServerFlag.canonicalName(sides[1].strip())) != null) {
                throw new InvalidValueException("must link each flag once, and links " + flag + " twice,");
            }
        }
        return new LinkedVariables(links);
    }

    /** Whether the two are measured together. */
    boolean link(Map<String, String> flags, Map<String, String> load) {
        return loadByFlag.entrySet().stream()
                .allMatch(link -> flags.containsKey(link.getKey())
                        && load.containsKey(link.getValue())
                        && ServerFlag.canonicalValue(flags.get(link.getKey()))
                                .equals(ServerFlag.canonicalValue(load.get(link.getValue()))));
    }

    /** What is linked but nowhere given, so that nothing would be measured: one sentence each. */
    List<String> unknown(Set<String> flags, Set<String> parameters) {
        List<String> words = new ArrayList<>();
        loadByFlag.forEach((flag, parameter) -> {
            if (!flags.contains(flag)) {
                words.add("links the flag " + flag + ", which no combination gives" + Suggestion.clause(flag, flags));
            }
            if (!parameters.contains(parameter)) {
                words.add("links the parameter " + parameter + ", which no load gives"
                        + Suggestion.clause(parameter, parameters));
            }
        });
        return words;
    }
}
