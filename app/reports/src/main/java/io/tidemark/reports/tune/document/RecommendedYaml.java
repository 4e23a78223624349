package io.tidemark.reports.tune.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.TuneDecision;
import io.tidemark.reports.tune.TuneDecision.TuneAnswer;
import io.tidemark.reports.tune.TuneReport;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The recommended flags for the operator of the server: as flags, as its command, and as Helm values. */
public final class RecommendedYaml {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build();
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NUMBER = "-?(0|[1-9]\\d{0,17})(\\.\\d{1,17})?";

    private RecommendedYaml() {}

    /** Of a tune under several loads there is a list {@code by_load}, as another load may want other flags. */
    public static String of(TuneReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        List<TuneReport> loads = report.byLoad();
        if (loads.size() == 1) {
            put(root, report);
        } else {
            ArrayNode byLoad = root.putArray("by_load");
            loads.forEach(each -> put(byLoad.addObject().put("load", each.load()), each));
        }
        try {
            return comments(report) + YAML.writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "the recommendation of tune " + report.tune().tune() + " is no YAML", e);
        }
    }

    private static void put(ObjectNode root, TuneReport report) {
        TuneAnswer answer = TuneDecision.of(report);
        answer.recommended()
                .ifPresentOrElse(
                        one -> put(root, report, answer, one),
                        () -> root.putNull("recommended").put("reason", answer.sentence()));
    }

    private static void put(ObjectNode root, TuneReport report, TuneAnswer answer, Configuration one) {
        root.put("recommended", one.phase())
                .put("reason", answer.sentence())
                .put("shown_to_be_better", answer.outcome() == TuneAnswer.Outcome.BETTER);
        ObjectNode flags = root.putObject("flags");
        new TreeMap<>(one.flags()).forEach((flag, value) -> flags.set(flag, value(value)));
        root.set(
                "leave_out",
                RecordJson.of(report.flags().names().stream()
                        .filter(flag -> !one.flags().containsKey(flag))
                        .toList()));
        String command = command(one);
        if (!command.isEmpty()) {
            root.put("command", command);
        }
        List<String> arguments = ServerArguments.of(one.flags());
        ObjectNode helm = root.putObject("helm");
        helm.putObject("vllm_production_stack")
                .putObject("servingEngineSpec")
                .putArray("modelSpec")
                .addObject()
                .putObject("vllmConfig")
                .set("extraArgs", RecordJson.of(arguments));
        helm.set("args", RecordJson.of(arguments));
    }

    private static String comments(TuneReport report) {
        return "# Made by tidemark tune report from tune "
                + oneLine(report.tune().tune()) + " of experiment "
                + oneLine(report.tune().experiment()) + ".\n"
                + "# flags: what to set. leave_out: flags that the tune varied and that are best left at the server's default.\n"
                + "# command: the command that started this configuration; secrets are masked.\n"
                + "# helm.vllm_production_stack: values of the vLLM production-stack chart. Put extraArgs into your own entry of\n"
                + "#   modelSpec, as Helm replaces lists as a whole.\n"
                + "# helm.args: the same for any chart or manifest with a plain list of arguments.\n";
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    private static String command(Configuration one) {
        return one.measured().stream()
                .map(start -> start.trial().command())
                .filter(text -> !text.isBlank())
                .reduce("", (earlier, later) -> later);
    }

    /** Booleans, numbers, and JSON as what they are, so that a plan reads them back. */
    private static JsonNode value(String text) {
        if (text.equals("true") || text.equals("false")) {
            return JsonNodeFactory.instance.booleanNode(Boolean.parseBoolean(text));
        }
        if (text.matches(NUMBER)) {
            return JsonNodeFactory.instance.numberNode(new BigDecimal(text));
        }
        return text.startsWith("{") || text.startsWith("[") ? parsed(text) : JsonNodeFactory.instance.textNode(text);
    }

    private static JsonNode parsed(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            // It only looked like JSON; as a text it is what was set.
            return JsonNodeFactory.instance.textNode(text);
        }
    }

    /** Flags as vLLM's command line takes them: {@code --max-num-seqs=128}, {@code --enforce-eager}, {@code --no-enable-prefix-caching}. */
    static final class ServerArguments {
        private ServerArguments() {}

        /** In order of their names. Of dotted names {@code true} and {@code false} are values. */
        static List<String> of(Map<String, String> flags) {
            return new TreeMap<>(flags)
                    .entrySet().stream()
                            .map(flag -> argument(flag.getKey(), flag.getValue()))
                            .toList();
        }

        private static String argument(String name, String value) {
            boolean isDotted = name.contains(".");
            if (value.equals("true") && !isDotted) {
                return "--" + name;
            }
            return value.equals("false") && !isDotted ? "--no-" + name : "--" + name + "=" + value;
        }
    }
}
