package io.tidemark.simulator.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of flags by their kind. */
final class FlagValues {
    private static final JsonMapper JSON = new JsonMapper();
    /** vllm/engine/arg_utils.py human_readable_int: 1k is 1,000 and 1K 1,024. */
    private static final Pattern INT = Pattern.compile("(-?\\d{1,12})([kKmMgG]?)");

    private FlagValues() {}

    /**
     * The value, whole numbers in digits.
     *
     * @throws ServeArgumentException in argparse's words
     */
    static String checked(VllmServeFlag flag, String value) {
        return switch (flag.kind()) {
            case INT -> whole(flag, value);
            case FLOAT -> number(flag, value);
            case JSON -> json(flag, value);
            default -> value;
        };
    }

    private static String whole(VllmServeFlag flag, String value) {
        Matcher match = INT.matcher(value);
        if (!match.matches()) {
            throw invalid(flag, "int", value);
        }
        long factor = switch (match.group(2)) {
            case "k" -> 1_000;
            case "K" -> 1L << 10;
            case "m" -> 1_000_000;
            case "M" -> 1L << 20;
            case "g" -> 1_000_000_000;
            case "G" -> 1L << 30;
            default -> 1;
        };
        return String.valueOf(Long.parseLong(match.group(1)) * factor);
    }

    private static String number(VllmServeFlag flag, String value) {
        try {
            return String.valueOf(Double.parseDouble(value));
        } catch (NumberFormatException e) {
            throw invalid(flag, "float", value);
        }
    }

    private static String json(VllmServeFlag flag, String value) {
        try {
            return JSON.readTree(value).toString();
        } catch (JsonProcessingException e) {
            throw new ServeArgumentException(
                    "argument --" + flag.name() + ": Value " + value + " cannot be converted to json");
        }
    }

    private static ServeArgumentException invalid(VllmServeFlag flag, String type, String value) {
        return new ServeArgumentException(
                "argument --" + flag.name() + ": invalid " + type + " value: '" + value + "'");
    }
}
