from judge.model.memory import MOST, AnswerMemory, RememberedQuestion

SQUARE: RememberedQuestion[int, int] = RememberedQuestion()
NAME: RememberedQuestion[int, str] = RememberedQuestion()


def test_each_question_has_its_own_answers():
    memory = AnswerMemory()
    memory.recall_answers(SQUARE)[2] = 4
    memory.recall_answers(NAME)[2] = "two"
    assert (memory.recall_answers(SQUARE), memory.recall_answers(NAME)) == (
        {2: 4},
        {2: "two"},
    )
    assert AnswerMemory().recall_answers(SQUARE) == {}


def test_too_many_answers_are_forgotten():
    memory = AnswerMemory()
    memory.recall_answers(NAME)[1] = "one"
    memory.recall_answers(SQUARE).update(dict.fromkeys(range(MOST + 1), 0))
    assert memory.recall_answers(SQUARE) == {}
    assert memory.recall_answers(NAME) == {1: "one"}
