package io.tidemark.producer.plan.sweep;

import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.config.FunctionDictionaryIfc;
import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.FunctionIfc;
import com.ezylang.evalex.functions.basic.AbsFunction;
import com.ezylang.evalex.functions.basic.CeilingFunction;
import com.ezylang.evalex.functions.basic.FloorFunction;
import com.ezylang.evalex.functions.basic.IfFunction;
import com.ezylang.evalex.functions.basic.Log10Function;
import com.ezylang.evalex.functions.basic.LogFunction;
import com.ezylang.evalex.functions.basic.MaxFunction;
import com.ezylang.evalex.functions.basic.MinFunction;
import com.ezylang.evalex.functions.basic.NotFunction;
import com.ezylang.evalex.functions.basic.RoundFunction;
import com.ezylang.evalex.functions.basic.SqrtFunction;
import com.ezylang.evalex.functions.string.StringContains;
import com.ezylang.evalex.functions.string.StringEndsWithFunction;
import com.ezylang.evalex.functions.string.StringStartsWithFunction;
import com.ezylang.evalex.parser.ParseException;
import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.producer.yaml.Suggestion;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An expression over flags: {@code max_num_batched_tokens >= max_num_seqs && dtype != "float32"}. Arithmetic, comparisons, {@code &&},
 * {@code ||}, {@code !}, and the functions of {@link #FUNCTIONS}. It has no clock and no chance, so equal flags give equal values. Not
 * thread-safe.
 */
final class FlagExpression {
    /** By the name that they have in expressions. */
    static final Map<String, FunctionIfc> FUNCTIONS = new TreeMap<>(Map.ofEntries(
            Map.entry("ABS", new AbsFunction()),
            Map.entry("CEILING", new CeilingFunction()),
            Map.entry("CONTAINS", new StringContains()),
            Map.entry("ENDS_WITH", new StringEndsWithFunction()),
            Map.entry("FLOOR", new FloorFunction()),
            Map.entry("IF", new IfFunction()),
            Map.entry("LOG", new LogFunction()),
            Map.entry("LOG10", new Log10Function()),
            Map.entry("MAX", new MaxFunction()),
            Map.entry("MIN", new MinFunction()),
            Map.entry("NOT", new NotFunction()),
            Map.entry("ROUND", new RoundFunction()),
            Map.entry("SQRT", new SqrtFunction()),
            Map.entry("STARTS_WITH", new StringStartsWithFunction())));

    private static final ExpressionConfiguration CONFIGURATION = ExpressionConfiguration.builder()
            .arraysAllowed(false)
            .structuresAllowed(false)
            .binaryAllowed(false)
            .implicitMultiplicationAllowed(false)
            .singleQuoteStringLiteralsAllowed(true)
            .functionDictionary(dictionary())
            .defaultConstants(Map.of("TRUE", EvaluationValue.TRUE, "FALSE", EvaluationValue.FALSE))
            .build();

    private final String text;
    private final Expression expression;
    private final Set<String> variables;

    private FlagExpression(String text, Expression expression, Set<String> variables) {
        this.text = text;
        this.expression = expression;
        this.variables = variables;
    }

    /**
     * Reads an expression.
     *
     * @param flags canonical names of the flags that it may use, in any spelling
     * @throws InvalidValueException if it is none, or names a flag that is not among them
     */
    static FlagExpression parse(String text, Collection<String> flags) {
        try {
            Expression expression = new Expression(inVariables(text, flags), CONFIGURATION);
            expression.validate();
            Set<String> variables = new TreeSet<>();
            for (String used : expression.getUsedVariables()) {
                variables.add(known(used, flags));
            }
            return new FlagExpression(text, expression, variables);
        } catch (ParseException e) {
            throw new InvalidValueException(
                    "must be an expression over flags such as max_num_batched_tokens >= max_num_seqs: " + e.getMessage()
                            + " at character " + e.getStartPosition() + ",");
        }
    }

    /** As it was written. */
    String text() {
        return text;
    }

    /** Canonical names of the flags that it uses. */
    Set<String> flags() {
        return variables;
    }

    /**
     * Whether it holds.
     *
     * @param values of all flags that it uses, by canonical name
     * @throws InvalidValueException if it is neither true nor false, or cannot be computed
     */
    boolean holds(Map<String, String> values) {
        EvaluationValue value = evaluate(values);
        if (!value.isBooleanValue()) {
            throw new InvalidValueException(
                    "must be true or false but gives " + value.getStringValue() + " where " + used(values) + ",");
        }
        return value.getBooleanValue();
    }

    /**
     * Its value as the text of a flag.
     *
     * @param values of all flags that it uses, by canonical name
     * @throws InvalidValueException if it cannot be computed
     */
    String value(Map<String, String> values) {
        EvaluationValue value = evaluate(values);
        return value.isNumberValue()
                ? value.getNumberValue().stripTrailingZeros().toPlainString()
                : value.getStringValue();
    }

    private EvaluationValue evaluate(Map<String, String> values) {
        try {
            for (String flag : variables) {
                expression.with(ServerFlag.variableName(flag), typed(values.getOrDefault(flag, "")));
            }
            return expression.evaluate();
        } catch (EvaluationException | ParseException | ArithmeticException e) {
            throw new InvalidValueException("cannot be computed where " + used(values) + ": " + e.getMessage() + ",");
        }
    }

    private String used(Map<String, String> values) {
        Map<String, String> of = new TreeMap<>(values);
        of.keySet().retainAll(variables);
        return Candidate.format(of);
    }

    private static Object typed(String value) {
        if (value.equals("true") || value.equals("false")) {
            return Boolean.valueOf(value);
        }
        return ServerFlag.number(value).<Object>map(number -> number).orElse(value);
    }

    /** Flags in the spelling of variables: max-num-seqs would be a difference. Texts in quotes stay as they are. */
    private static String inVariables(String text, Collection<String> flags) {
        List<String> dashed = flags.stream()
                .filter(flag -> !flag.equals(ServerFlag.variableName(flag)))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(flag -> Pattern.quote(flag) + "|" + Pattern.quote(flag.replace('-', '_')))
                .toList();
        if (dashed.isEmpty()) {
            return text;
        }
        Pattern flagOrQuoted = Pattern.compile(
                "\"[^\"]*\"|'[^']*'|(?<![\\w.-])(" + String.join("|", dashed) + ")(?![\\w.-])",
                Pattern.CASE_INSENSITIVE);
        return flagOrQuoted
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) == null ? found.group() : ServerFlag.variableName(found.group(1))));
    }

    private static String known(String variable, Collection<String> flags) {
        return flags.stream()
                .filter(flag -> ServerFlag.variableName(flag).equalsIgnoreCase(variable))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must use flags of the sweep, but " + variable + " is none"
                        + Suggestion.clause(
                                variable,
                                flags.stream().map(ServerFlag::variableName).toList())));
    }

    private static FunctionDictionaryIfc dictionary() {
        MapBasedFunctionDictionary dictionary = new MapBasedFunctionDictionary();
        FUNCTIONS.forEach((name, function) -> dictionary.addFunction(name.toUpperCase(Locale.ROOT), function));
        return dictionary;
    }
}
