package io.tidemark.simulator.http;

import io.tidemark.simulator.text.Answer;
import io.tidemark.simulator.text.Prompt;

/**
 * One of the answers to a request.
 *
 * @param index among them
 * @param prompt what it answers
 * @param answer the words
 */
record Choice(int index, Prompt prompt, Answer answer) {}
